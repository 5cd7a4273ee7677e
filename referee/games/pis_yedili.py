"""Pis Yedili ("Dirty Seven"), the Turkish relative of Crazy Eights, for two to seven players."""

from bisect import insort
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from sys import intern
from typing import Literal

from referee.cards import PLACE, STANDARD, SUITS, rank_of, standard, suit_of
from referee.errors import PositionError
from referee.game import CHANCE, HIDDEN, Act, Card, Game, Move, Private, Rule, Seat, Secret, require

PENALTY_POINTS = {"J": 25, "7": 20, "A": 15, "K": 10, "Q": 10, "10": 10, "8": 8} | {
    pips: int(pips) for pips in "965432"
}
POINTS = {card: PENALTY_POINTS[rank_of(card)] for card in STANDARD}
ONE_PACK, TWO_PACKS = standard(1), standard(2)
JACKS = [card for card in STANDARD if rank_of(card) == "J"]

Ways = dict[Card, tuple[Move, ...]]
"""The cards that may be laid, each with the moves that lay it; a Jack has one for each suit it may name."""

WAYS: Ways = {card: (f"play {card}",) for card in STANDARD} | {
    jack: tuple(f"play {jack} {suit}" for suit in SUITS) for jack in JACKS
}
OPENING: Ways = {card: (f"play {card}",) for card in STANDARD if suit_of(card) == "C"}
SEVENS: Ways = {card: WAYS[card] for card in STANDARD if rank_of(card) == "7"}
BY_PHASE = {"opening": OPENING, "penalty": SEVENS}
"""What may be laid whatever lies on top."""
FOLLOWING: dict[Card, Ways] = {
    top: {
        card: WAYS[card]
        for card in STANDARD
        if card in JACKS or suit_of(card) == suit_of(top) or rank_of(card) == rank_of(top)
    }
    for top in STANDARD
    if top not in JACKS
}
"""What may follow each card but a Jack: its suit, its rank, any Jack."""
NAMED: dict[str, Ways] = {
    suit: {card: WAYS[card] for card in STANDARD if suit_of(card) == suit and card not in JACKS}
    for suit in SUITS
}
"""What may follow a Jack: the suit that it names, but no Jack."""

LAID: dict[Move, tuple[Card, str, str]] = {
    **{f"play {card}": (card, rank_of(card), suit_of(card)) for card in STANDARD},
    **{f"play {jack} {suit}": (jack, "J", suit) for jack in JACKS for suit in SUITS},
}
"""What each way of playing lays: the card, its rank, the suit to follow."""

EFFECTS = frozenset(["7", "8", "10", "A"])
"""The ranks that do something."""

WIDEST = max(sum(map(len, ways.values())) for ways in FOLLOWING.values())
"""The most moves that lay a card."""

LEAST = {"deals": 1, "hand_size": 2, "penalty": 1, "last_seven": 1, "last_jack": 1}
"""What the rules that are numbers must be at least; 100 is the most."""

GUESSES = 10_000
"""How often to shuffle the unseen cards before a view is held to be impossible; one or two are usual."""


def points_of(hand: list[Card]) -> int:
    """The penalty points of a hand."""
    return sum(POINTS[card] for card in hand)


@dataclass(slots=True, kw_only=True)
class PisYedili(Game):
    """Get rid of your cards; what is left in your hand counts against you.

    Everybody gets seven cards, the rest is the stock. The player left of the dealer opens with a club, and
    draws for one if need be. Then each in turn lays a card of the top card's suit or rank, or draws:

    - a Jack fits on everything but a Jack, and its player names the suit that must follow;
    - after a 7 the next player lays another 7 or takes three cards for each 7 in the row, and that is all;
    - an 8 passes one player over, a 10 turns the direction, an ace allows one more card that fits on it.

    One may always draw one card, more only as long as none fits, and having drawn one may pass. The first
    empty hand wins; the others write down theirs, twice if the last card was a Jack, thrice if it was a 7.
    If cards must be drawn and the stock lacks them, the lowest hand wins. Four hands; the lowest total wins.

    Rulings. The opening card has no effect, and clubs must follow it even if it is the Jack. The opener may
    choose among clubs, but not draw while holding one. A Jack may name the suit that is there already; as the
    last card it names none. A drawn card need not be laid. Only a 7 answers a 7; nobody draws for a last 7.
    The card after an ace is optional, has its own effect, and may be another ace. With two players an 8 gives
    another turn and a 10 changes nothing. A penalty larger than the stock takes what is there, then the hand
    ends. When the stock has run out all lowest hands win and score nothing, and nothing is multiplied. Each
    hand starts clockwise; the deal passes to the left. Equal totals share the rank.
    """

    name = "pis_yedili"
    title = "Pis Yedili"
    tables = range(2, 8)
    card_table = PENALTY_POINTS

    deals: Rule[int] = 4
    """How many hands make a match."""
    hand_size: Rule[int] = 7
    two_decks_from: Rule[int] = 5
    """From so many players on two packs are used."""
    first_dealer: Rule[int | None] = None
    """Who deals the first hand; None: the last seat, so that seat 0 opens."""
    penalty: Rule[int] = 3
    """How many cards each 7 in the row costs."""
    last_seven: Rule[int] = 3
    """What multiplies the others' hands if the last card was a 7,"""
    last_jack: Rule[int] = 2
    """and if it was a Jack."""
    stock_out: Rule[Literal["on_demand", "immediate"]] = "on_demand"
    """Whether a hand ends when a card is wanted that is not there, or as soon as the last one is taken."""
    lowest_pays: Rule[bool] = False
    """Whether the lowest hand counts, too, when the stock has run out."""

    phase: Literal["deal", "opening", "normal", "penalty", "ace", "over"] = "deal"
    hand_no: int = 0
    """The hand being played or about to be dealt, from 0."""
    dealer: Seat = 0
    hands: Private[list[Card]] = field(default_factory=list)
    """Each in canonical order."""
    stock: Secret[list[Card]] = field(default_factory=list)
    """The top card first."""
    discard: list[Card] = field(default_factory=list)
    """The top card last."""
    suit: str | None = None
    """The suit to follow: of the top card, or named with a Jack."""
    direction: Literal[1, -1] = 1
    sevens: int = 0
    """How many 7s lie in a row for which nobody has taken cards."""
    drawn: int = 0
    """How many cards the seat to move has drawn in this turn."""
    opener_clubs: int | None = None
    """If the opener had to draw for a club: the most clubs its hand can hold, which everybody can count."""
    totals: list[int] = field(default_factory=list)
    """Penalty points by seat, of the hands that are over."""
    scores: list[int] = field(default_factory=list)
    """What the last hand added to them,"""
    shown: list[list[Card]] = field(default_factory=list)
    """and the hands as they were laid open at its end."""

    def __post_init__(self) -> None:
        """Lay out what has a value for each seat."""
        self.dealer = self.seats - 1 if self.first_dealer is None else self.first_dealer
        self.hands = [[] for _ in range(self.seats)]
        self.totals = [0] * self.seats
        self.scores = [0] * self.seats
        self.shown = [[] for _ in range(self.seats)]

    # ---- dealing and opening

    def pack(self) -> Sequence[Card]:
        """One pack, or two at the larger tables."""
        return TWO_PACKS if self.seats >= self.two_decks_from else ONE_PACK

    @property
    def act(self) -> Act:
        """Shuffle the whole pack: the hands of seat 0, 1, ..., then the stock from the top."""
        pack = self.pack()
        return Act(f"deal {self.hand_no + 1}", pack, len(pack), pack)

    def _deal(self, cards: list[Card]) -> None:
        size, end = self.hand_size, self.hand_size * self.seats
        self.hands = [sorted(cards[at : at + size], key=PLACE.__getitem__) for at in range(0, end, size)]
        self.stock = cards[end:]
        self.discard = []
        self.suit, self.direction, self.sevens, self.drawn = None, 1, 0, 0
        self.phase, self.turn = "opening", self._opener()
        self._draw_for_a_club()

    def _opener(self) -> Seat:
        return (self.dealer + 1) % self.seats

    def _draw_for_a_club(self) -> None:
        """The opener without a club draws until one comes; with nothing to choose, this is no move."""
        self.opener_clubs = None
        while self.phase == "opening" and not any(card in OPENING for card in self._hand()):
            self._draw(1)
        self.opener_clubs = 1 if self.drawn else None

    # ---- what may be done

    def legal(self) -> list[Move]:
        """The cards to play in canonical order, then what else the phase allows.

        The card after an ace fits on the ace as on any top card.
        """
        hand, phase = self.hands[self.turn], self.phase  # type: ignore[index] # as in _hand
        ways = BY_PHASE.get(phase) or FOLLOWING.get(self.discard[-1]) or NAMED[self.suit or ""]
        if len(hand) == 1:
            moves = [f"play {card}" for card in hand if card in ways]
        else:
            moves = [move for card in hand if card in ways for move in ways[card]]
            if self.seats >= self.two_decks_from:
                moves = list(dict.fromkeys(moves))
        if phase == "normal":
            if self.stock and not (self.drawn and moves):
                moves.append("draw")
            if self.drawn:
                moves.append("pass")
        elif phase == "penalty":
            moves.append("take")
        elif phase == "ace":
            moves.append("end")
        return moves

    def _hand(self) -> list[Card]:
        return self.hands[self.turn]  # type: ignore[index] # never asked for the dealer or nobody

    # ---- what it does

    def apply(self, move: Move) -> None:
        """Carry out a move of the dealer or of the seat to act."""
        if laid := LAID.get(move):
            self._play(*laid)
        elif move == "draw":
            self._draw(1)
        elif move == "take":
            self._take()
        elif move in ("pass", "end"):
            self._turn_to(1)
        else:
            self._deal([*map(intern, move.split(" ")[1:])])

    def _play(self, card: Card, rank: str, suit: str) -> None:
        hand = self.hands[self.turn]  # type: ignore[index] # as in _hand
        hand.remove(card)
        self.discard.append(card)
        self.suit = suit
        if self.opener_clubs is not None and card in OPENING and self.turn == self._opener():
            self.opener_clubs -= 1
        if not hand:
            self._end_by_going_out(rank)
        elif self.phase == "opening" or rank not in EFFECTS:
            self._turn_to(1)
        else:
            self._take_effect(rank)

    def _take_effect(self, rank: str) -> None:
        if rank == "A":
            self.phase = "ace"
        elif rank == "7":
            self.sevens += 1
            self._turn_to(1, "penalty")
        elif rank == "8":
            self._turn_to(2)
        else:
            self.direction = -1 if self.direction == 1 else 1
            self._turn_to(1)

    def _draw(self, count: int) -> None:
        """Give the seat to move cards from the stock; too few, or in `immediate` the last, end the hand."""
        hand, cards = self._hand(), self.stock[:count]
        del self.stock[:count]
        for card in cards:
            insort(hand, card, key=PLACE.__getitem__)
        self.drawn += len(cards)
        if self.opener_clubs is not None and self.turn == self._opener():
            self.opener_clubs += len(cards)
        if len(cards) < count or (not self.stock and self.stock_out == "immediate"):
            self._end_by_stock()

    def _take(self) -> None:
        self._draw(self.penalty * self.sevens)
        if self.phase == "penalty":
            self.sevens = 0
            self._turn_to(1)

    def _turn_to(self, steps: int, phase: Literal["normal", "penalty"] = "normal") -> None:
        """On to the seat so many steps away; if it can neither play nor draw, the hand ends."""
        self.turn = (self.turn + steps * self.direction) % self.seats  # type: ignore[operator] # as in _hand
        self.phase = phase
        self.drawn = 0
        if phase == "normal" and not self.stock and not self.legal():
            self._end_by_stock()

    # ---- the end of a hand, and of the match

    def _end_by_going_out(self, rank: str) -> None:
        """The winner's hand is empty and counts nothing, however often."""
        times = {"7": self.last_seven, "J": self.last_jack}.get(rank, 1)
        self._end([times * points_of(hand) for hand in self.hands])

    def _end_by_stock(self) -> None:
        sums = [points_of(hand) for hand in self.hands]
        free = None if self.lowest_pays else min(sums)
        self._end([0 if each == free else each for each in sums])

    def _end(self, scores: list[int]) -> None:
        """Write the scores down and show the hands; the cards lie where they are until the next deal."""
        self.scores = scores
        self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
        self.shown = [hand[:] for hand in self.hands]
        if self.hand_no + 1 == self.deals:
            self.phase, self.turn = "over", None
        else:
            self.phase, self.turn = "deal", CHANCE
            self.hand_no += 1
            self.dealer = self._opener()

    def points(self) -> tuple[int, ...]:
        """Penalty points are bad."""
        return tuple(-total for total in self.totals)

    @property
    def longest(self) -> int:
        """Twice the stock and all hands: a draw or play takes one off, and may bring one other move."""
        a_hand = 1 + 2 * (2 * len(self.pack()) - self.hand_size * self.seats)
        to_come = self.deals - self.hand_no
        if self.phase in ("deal", "over"):
            return to_come * a_hand if self.phase == "deal" else 0
        return 1 + 2 * (2 * len(self.stock) + sum(map(len, self.hands))) + (to_come - 1) * a_hand

    @property
    def widest(self) -> int:
        """All that may follow a card, and one thing else; of one pack the card itself is not there."""
        return WIDEST + (self.seats >= self.two_decks_from)

    # ---- for bots

    def fallback(self) -> Move:
        """Rather pass, draw or take than play; else the first card, a Jack for the suit held most."""
        legal = self.legal()
        for move in ("pass", "draw", "take", "end"):
            if move in legal:
                return move
        card, _, _ = LAID[legal[0]]
        held = [suit_of(each) for each in self._hand()]
        named = f"play {card} {max(SUITS, key=held.count)}"
        return named if named in legal else legal[0]

    def cards(self) -> Iterator[Card]:
        """Those in the hands, the stock and the discard."""
        return chain(*self.hands, self.stock, self.discard)

    def fill(self, seat: Seat | None, rng: Random) -> None:
        """Any unseen card may be anywhere, as long as shown hands stay and the seat to move has a move."""
        if self.phase in ("deal", "over"):
            self.hands = [hand[:] for hand in self.shown]
        shut = self.hands
        unseen = list((Counter(self.pack()) - Counter(self.cards())).elements())
        for _ in range(GUESSES):
            rng.shuffle(unseen)
            rest = self._fill_hands(shut, unseen[:])
            if self.turn in (None, CHANCE) or self.legal():
                self.stock = rest[: len(self.stock)] if HIDDEN in self.stock else self.stock
                return
        raise PositionError("hands", f"no unseen cards give seat {self.turn} a move")

    def _fill_hands(self, shut: list[list[Card]], unseen: list[Card]) -> list[Card]:
        """Fill each hidden hand from the unseen cards, and give what remains of those."""
        opener = self._opener()
        no_clubs = self._no_clubs(unseen, len(shut[opener])) if HIDDEN in shut[opener] else []
        for card in no_clubs:
            unseen.remove(card)
        self.hands = [hand[:] for hand in shut]
        for owner, hand in enumerate(self.hands):
            if HIDDEN in hand:
                known = no_clubs if owner == opener else []
                hand[:] = known + [unseen.pop() for _ in hand[len(known) :]]
                hand.sort(key=PLACE.__getitem__)
        return unseen

    def _no_clubs(self, unseen: list[Card], size: int) -> list[Card]:
        """As many cards as cannot be clubs in the opener's hand because it had to draw for one."""
        most = size if self.opener_clubs is None else self.opener_clubs
        return [card for card in unseen if card not in OPENING][: max(0, size - most)]

    def settle(self) -> None:
        """Sort the hands; refuse rules and positions that cannot be."""
        for rule, least in LEAST.items():
            require(least <= getattr(self, rule) <= 100, f"rules.{rule}", f"must be {least} to 100")
        require(self.hand_size * self.seats <= len(self.pack()), "rules.hand_size", "needs a larger pack")
        first = self.first_dealer
        require(first is None or first in range(self.seats), "rules.first_dealer", "is no seat of this table")
        require(self.dealer in range(self.seats), "dealer", "is no seat of this table")
        require(self.hand_no in range(self.deals), "hand_no", "is not one of the deals")
        for each in ("totals", "scores", "shown"):
            require(len(getattr(self, each)) == self.seats, each, "needs one value a seat")
        require(
            all(card in PLACE for card in chain(self.discard, *self.shown)), "discard", "holds no real card"
        )
        for hand in self.hands:
            hand.sort(key=lambda card: PLACE.get(card, -1))
        require(self.drawn >= 0, "drawn", "is negative")
        require((self.opener_clubs or 0) >= 0, "opener_clubs", "is negative")
        mover = {"deal": self.turn == CHANCE, "over": self.turn is None}
        require(mover.get(self.phase, self.turn in range(self.seats)), "turn", f"is wrong for {self.phase!r}")
        if self.phase not in mover:
            self._settle_turn()
        elif any(self.hands):
            sizes = [len(hand) for hand in self.hands]
            require([len(hand) for hand in self.shown] == sizes, "shown", "is not what the hands are")

    def _settle_turn(self) -> None:
        top, hand = "".join(self.discard[-1:]), self._hand()
        under = {"opening": top == "", "penalty": top.startswith("7"), "ace": top.startswith("A")}
        require(under.get(self.phase, top != ""), "discard", f"is wrong for {self.phase!r}")
        require(self.suit in (SUITS if top in JACKS else (None, top[-1:])), "suit", f"is wrong on {top!r}")
        require((self.sevens > 0) == (self.phase == "penalty"), "sevens", f"is wrong for {self.phase!r}")
        require(HIDDEN in hand or bool(hand and self.legal()), "turn", f"seat {self.turn} has no move")
