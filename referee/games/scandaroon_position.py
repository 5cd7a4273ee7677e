"""What lies on the table in Scandaroon, how cards move about it, and which positions there can be."""

from bisect import insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import Literal

from referee.game import CHANCE, HIDDEN, Card, Game, Private, Rule, Seat, Secret, require
from referee.games.scandaroon_cards import OF_SUIT, PACK, SANZADU, SUITS, values_of

BOUNDS = {
    "rounds": (1, len(SUITS) + 1),
    "hand_size": (3, 7),
    "reshuffle_before": (2, 5),
    "first_place": (2, 100),
    "third_of_three": (0, 1),
    "pile_most": (1, 100),
    "sanzadu_points": (0, 100),
    "token_bonus": (0, 100),
    "exchange_most": (1, 5),
    "turn_limit": (1, 100),
}
"""The least and the most of the rules that are numbers."""


@dataclass(slots=True, kw_only=True)
class Position(Game):
    """The fields of Scandaroon and what is true of them whatever the rules allow."""

    rounds: Rule[int] = 4
    hand_size: Rule[int] = 5
    reshuffle_before: Rule[int] = 3
    """The round before which all discards go back into the stock."""
    first_place: Rule[int] = 3
    """What winning a round is worth."""
    third_of_three: Rule[int] = 1
    """What the third place is worth with three players."""
    pile_most: Rule[int] = 3
    """What the largest score pile is worth."""
    sanzadu_points: Rule[int] = 2
    token_bonus: Rule[int] = 5
    """What a token adds to the score pile."""
    exchange_most: Rule[int] = 3
    paying_suits: Rule[str] = "CXST"
    """The suits that pay for the pile, an exchange, protection, theft."""
    zero_scope: Rule[Literal["table", "row"]] = "table"
    """Whether a 0 counts the cards of all rows or of its own."""
    turn_limit: Rule[int] = 40
    """After so many turns in a round a player can only pass."""

    phase: Literal["first", "shuffle", "reshuffle", "trump", "play", "over"] = "first"
    """The dealer picks who starts, shuffles, shuffles because the stock ran out, turns trump; or play."""
    round_no: int = 0
    """The round being played or about to be dealt, from 0."""
    first: Seat = 0
    """Who starts this round."""
    trump: str | None = None
    """A suit, or N for none; None: not yet turned up."""
    starts: list[str] = field(default_factory=list)
    """The trumps with which the rounds started."""
    hands: Private[list[Card]] = field(default_factory=list)
    """Each in alphabetical order."""
    known: list[list[Card]] = field(default_factory=list)
    """Of each hand what all have seen coming there."""
    stock: Secret[list[Card]] = field(default_factory=list)
    """The top card first."""
    discard: list[Card] = field(default_factory=list)
    """The last card last."""
    rows: list[list[Card]] = field(default_factory=list)
    """From left to right."""
    markers: dict[str, int] = field(default_factory=dict)
    """What abilities added to cards in play."""
    protected: list[Card] = field(default_factory=list)
    passed: list[bool] = field(default_factory=list)
    acted: list[int] = field(default_factory=list)
    """Turns of this round but passing."""
    tokens: list[bool] = field(default_factory=list)
    """Who still has the token."""
    piles: list[list[Card]] = field(default_factory=list)
    """The score piles,"""
    bonus: list[int] = field(default_factory=list)
    """and what tokens add to them."""
    placed: list[int] = field(default_factory=list)
    """Points for places."""
    sanzadu: list[bool] = field(default_factory=list)
    """Who has won a round without trump."""
    totals: list[int] = field(default_factory=list)
    """Of the last round that is over."""
    record: int = 0
    """The best total of all rounds,"""
    holders: list[Seat] = field(default_factory=list)
    """and who made it."""
    owed: list[Seat] = field(default_factory=list)
    """Who is to get cards from the stock, in this order."""
    revealing: bool = False
    """Whether the last of them is revealed."""
    reshuffles: int = 0
    """How often the stock ran out in this round."""

    def __post_init__(self) -> None:
        """Lay out what has a value for each seat."""
        seats = range(self.seats)
        for cards in ("hands", "known", "rows", "piles"):
            setattr(self, cards, [[] for _ in seats])
        for number in ("acted", "bonus", "placed", "totals"):
            setattr(self, number, [0 for _ in seats])
        self.passed, self.sanzadu = [False for _ in seats], [False for _ in seats]
        self.tokens = [True for _ in seats]

    # ---- the cards

    def pack(self) -> Sequence[Card]:
        """The 51 cards; the four for trump are not among them."""
        return PACK

    def cards(self) -> Iterator[Card]:
        """Those in the hands, the rows, the score piles, the stock and the discard."""
        return chain(*self.hands, *self.rows, *self.piles, self.stock, self.discard)

    def fill(self, seat: Seat | None, rng: Random) -> None:
        """Hands hold what all have seen coming there; any other unseen card may be anywhere."""
        for hand, known in zip(self.hands, self.known, strict=True):
            for card in known:
                if card not in hand:
                    hand[hand.index(HIDDEN)] = card
        seen = set(self.cards())
        unseen = [card for card in PACK if card not in seen]
        rng.shuffle(unseen)
        for cards in (*self.hands, self.stock):
            cards[:] = [unseen.pop() if card == HIDDEN else card for card in cards]
        for hand in self.hands:
            hand.sort()

    # ---- moving them

    def _swap(self, one: Card, two: Card) -> None:
        """Markers stay on their cards."""
        (row, at), (other_row, other_at) = self._place(one), self._place(two)
        row[at], other_row[other_at] = two, one

    def _place(self, card: Card) -> tuple[list[Card], int]:
        row = next(row for row in self.rows if card in row)
        return row, row.index(card)

    def _from_play(self, card: Card) -> None:
        """What lay on the card goes, and the gap closes."""
        row, at = self._place(card)
        del row[at]
        self.markers.pop(card, None)
        if card in self.protected:
            self.protected.remove(card)

    def _discard_from_play(self, card: Card) -> None:
        self._from_play(card)
        self.discard.append(card)

    def _from_hand(self, card: Card, seat: Seat) -> None:
        self.hands[seat].remove(card)
        if card in self.known[seat]:
            self.known[seat].remove(card)

    def _discard_from_hand(self, card: Card, seat: Seat) -> None:
        self._from_hand(card, seat)
        self.discard.append(card)

    def _to_hand(self, card: Card, seat: Seat) -> None:
        """All have seen it."""
        insort(self.hands[seat], card)
        insort(self.known[seat], card)

    # ---- what they are worth, and within whose reach

    def values(self) -> dict[Card, int]:
        """The current value of each card in play, trump not yet doubled."""
        return values_of(self.rows, self.markers, self.zero_scope)

    def counted(self) -> list[list[int]]:
        """What each card of the rows counts now: its current value, double if it is trump."""
        values, trump = self.values(), self.trump or SANZADU
        return [[values[card] * (1 + (trump in OF_SUIT[card])) for card in row] for row in self.rows]

    def standing(self) -> list[int]:
        """What each row is worth now."""
        return [sum(row) for row in self.counted()]

    def _within_reach(self, rows: list[list[Card]]) -> list[Card]:
        """What lies in play before those who have not passed, but for protected cards."""
        open_rows = [row for row, passed in zip(rows, self.passed, strict=True) if not passed]
        return [card for row in open_rows for card in row if card not in self.protected]

    def _mover(self) -> Seat:
        return self.turn  # type: ignore[return-value] # never asked for the dealer or nobody

    # ---- what can be

    def settle(self) -> None:
        """Sort the hands; refuse rules and positions that cannot be."""
        for rule, (least, most) in BOUNDS.items():
            require(least <= getattr(self, rule) <= most, f"rules.{rule}", f"must be {least} to {most}")
        require(tuple(sorted(self.paying_suits)) == SUITS, "rules.paying_suits", "must name each suit once")
        require(self.round_no in range(self.rounds), "round_no", "is not one of the rounds")
        for name in ("known", "rows", "passed", "acted", "tokens", "piles", "bonus"):
            require(len(getattr(self, name)) == self.seats, name, "needs one value a seat")
        for name in ("placed", "sanzadu", "totals"):
            require(len(getattr(self, name)) == self.seats, name, "needs one value a seat")
        for name in ("acted", "bonus", "placed", "totals"):
            require(min(getattr(self, name)) >= 0, name, "is negative")
        require(max(self.acted) <= self.turn_limit, "acted", "is beyond the limit")
        require(self.record >= 0 and self.reshuffles >= 0, "record", "is negative")
        self._settle_cards()
        self._settle_trump()
        self._settle_turn()

    def _settle_cards(self) -> None:
        """What lies open is real, what lies on it lies in play, what is known of a hand can be there."""
        open_cards = {*chain(*self.rows, *self.piles, self.discard)}
        require(open_cards.isdisjoint([HIDDEN]), "discard", "holds no real card")
        in_play = {*chain(*self.rows)}
        require(in_play.issuperset(self.markers), "markers", "lie on a card that is not in play")
        require(all(amount >= 0 for amount in self.markers.values()), "markers", "are negative")
        require(in_play.issuperset(self.protected), "protected", "is a card that is not in play")
        require(len({*self.protected}) == len(self.protected), "protected", "names a card twice")
        lying = [card for card in self.cards() if card != HIDDEN]
        for seat, (hand, known) in enumerate(zip(self.hands, self.known, strict=True)):
            hand.sort()
            missing = [card for card in known if card not in hand]
            require(len(missing) <= hand.count(HIDDEN), f"known[{seat}]", "is more than is in the hand")
            lying += missing
        require(len({*lying}) == len(lying), "known", "holds a card that lies elsewhere")
        require({*lying} <= {*PACK}, "known", "holds no real card")

    def _settle_trump(self) -> None:
        """The rounds start with the four suits in any order, and without trump after Turban."""
        after = zip(["", *self.starts], self.starts, strict=False)
        require(all((was == "T") == (now == SANZADU) for was, now in after), "starts", "is no such order")
        require({*self.starts} <= {*SUITS, SANZADU}, "starts", "is no trump")
        require(len({*self.starts}) == len(self.starts), "starts", "names a trump twice")
        require(self.trump in (None, SANZADU, *SUITS), "trump", "is no trump")
        so_far = self.round_no + (self.trump is not None)
        require(len(self.starts) == so_far, "starts", "has not one trump for each round")

    def _settle_turn(self) -> None:
        seats, dealing = range(self.seats), self.trump is None
        require(self.first in seats, "first", "is no seat of this table")
        require({*self.holders, *self.owed} <= {*seats}, "owed", "is no seat of this table")
        mover = {"play": self.turn in seats, "over": self.turn is None}
        require(mover.get(self.phase, self.turn == CHANCE), "turn", f"is wrong for {self.phase!r}")
        usual = {"play": not dealing, "over": not dealing, "reshuffle": True}
        require(usual.get(self.phase, dealing), "trump", f"is wrong for {self.phase!r}")
        require(bool(self.owed) == (self.phase == "reshuffle"), "owed", f"is wrong for {self.phase!r}")
        require(bool(self.owed) or not self.revealing, "revealing", "is nobody's")
        due = self.phase == "trump" and self.starts[-1:] == ["T"]
        require(not due, "starts", "wants a round without trump after Turban")
        if self.owed:
            require(bool(self.discard) and not self.stock, "stock", "has not run out")
        if self.phase == "first" or (self.phase == "shuffle" and not self.round_no):
            require(not any(self.cards()), "hands", "are not dealt yet")
        if dealing:
            require(not any(self.passed) and not any(self.acted), "acted", "is not so before a round")
        elif self.phase != "over":
            mover_now = self.owed[-1:] or [self._mover()]
            require({*self.owed} <= {*mover_now}, "owed", "is for more than one")
            require(not self.passed[mover_now[0]], "passed", "is who is to move")
