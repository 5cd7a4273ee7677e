"""Pis Yedili ("Dirty Seven"), the Turkish relative of Crazy Eights, for two to seven."""

from bisect import insort
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import Literal

from referee.cards import PLACE, STANDARD, SUITS, rank_of, standard, suit_of
from referee.game import (
    CHANCE,
    HIDDEN,
    Act,
    Card,
    Game,
    Move,
    PositionError,
    Private,
    Rule,
    Seat,
    Secret,
    SetupError,
)

PENALTY_POINTS = {
    **{str(pips): pips for pips in range(2, 10)},
    **{"J": 25, "7": 20, "A": 15, "K": 10, "Q": 10, "10": 10},
}
POINTS = {card: PENALTY_POINTS[rank_of(card)] for card in STANDARD}
PACKS = {decks: standard(decks) for decks in (1, 2)}

Ways = dict[Card, tuple[Move, ...]]
"""The cards that may be laid, each with the moves that lay it."""


def _ways(card: Card) -> tuple[Move, ...]:
    """A Jack is laid with one of four suits, any other card as it is."""
    if rank_of(card) == "J":
        return tuple(f"play {card} {suit}" for suit in SUITS)
    return (f"play {card}",)


def _matching(top: Card) -> Ways:
    """A card that is no Jack is followed by its suit, its rank, or any Jack."""
    return {
        card: _ways(card)
        for card in STANDARD
        if suit_of(card) == suit_of(top) or rank_of(card) in (rank_of(top), "J")
    }


def _nominated(suit: str) -> Ways:
    """A Jack is followed by the suit that it names, but by no Jack."""
    return {card: _ways(card) for card in STANDARD if suit_of(card) == suit and rank_of(card) != "J"}


CLUBS: Ways = {card: (f"play {card}",) for card in STANDARD if suit_of(card) == "C"}
SEVENS: Ways = {card: (f"play {card}",) for card in STANDARD if rank_of(card) == "7"}
FOLLOWING: dict[Card, Ways] = {card: _matching(card) for card in STANDARD if rank_of(card) != "J"}
JACKS = {card for card in STANDARD if rank_of(card) == "J"}
NOMINATED: dict[str, Ways] = {suit: _nominated(suit) for suit in SUITS}

LAID: dict[Move, tuple[Card, str, str]] = {
    **{f"play {card}": (card, rank_of(card), suit_of(card)) for card in STANDARD},
    **{f"play J{own} {suit}": (f"J{own}", "J", suit) for own in SUITS for suit in SUITS},
}
"""What each way of playing lays: the card, its rank, and the suit to follow."""


def _sum(hand: list[Card]) -> int:
    return sum(POINTS[card] for card in hand)


@dataclass(slots=True, kw_only=True)
class PisYedili(Game):
    """Get rid of your cards; what is left in your hand counts against you.

    Everybody gets seven cards, the rest is the stock. The player left of the dealer opens with a club; whoever
    has none draws until one comes. Then one plays a card of the top card's suit or rank, or draws:

    - a Jack fits on everything but a Jack, and its player names the suit that must follow;
    - after a 7 the next player lays another 7 or takes three cards for each 7 in the row, and has had the turn;
    - an 8 passes one player over, a 10 turns the direction, an ace allows one more card that fits on it.

    One may always draw one card, more only as long as none fits, and having drawn one may pass. The first empty
    hand wins: the others write down their hands, double if the last card was a Jack, threefold if it was a 7.
    If cards must be drawn and the stock has none, the lowest hand wins. Four hands are played; least is best.

    Rulings. The opening card has no effect, and clubs follow even a Jack. The opener may choose among clubs but
    not draw while holding one. A Jack may name any suit. A drawn card need not be played. Only a 7 answers a 7.
    The card after an ace is optional, has its own effect, and may be another ace. Nobody draws for a last 7. With
    two players an 8 gives another turn and a 10 changes nothing. Too small a stock is taken whole before the
    hand ends; all lowest hands win and score nothing; no hand is multiplied then. Direction starts clockwise in
    every hand; the deal passes to the left. A last Jack names no suit. Equal totals share the rank.
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
    dealer: Seat = -1
    hands: Private[list[Card]] = field(default_factory=list)
    """Each in canonical order."""
    stock: Secret[list[Card]] = field(default_factory=list)
    """The top card first."""
    discard: list[Card] = field(default_factory=list)
    """The top card last."""
    suit: Literal["C", "D", "H", "S"] | None = None
    """The suit to follow: of the top card, or named with a Jack."""
    direction: Literal[1, -1] = 1
    sevens: int = 0
    """How many 7s lie in a row that nobody has taken cards for."""
    drawn: int = 0
    """How many cards the seat to move has drawn in this turn."""
    opener_clubs: int | None = None
    """If the opener had to draw for a club, the most clubs that its hand can hold; everybody can count that."""
    totals: list[int] = field(default_factory=list)
    """Penalty points by seat, of the hands that are over."""
    scores: list[int] = field(default_factory=list)
    """What the last hand added to them,"""
    shown: list[list[Card]] = field(default_factory=list)
    """and the hands as they were laid open at its end."""

    def __post_init__(self) -> None:
        """Lay out what depends on the number of seats."""
        first = self.first_dealer
        self.dealer = self.seats - 1 if first is None else first
        self.hands = [[] for _ in range(self.seats)]
        self.totals = [0] * self.seats

    # ---- dealing

    def pack(self) -> Sequence[Card]:
        """One pack, or two at the larger tables."""
        return PACKS[2 if self._two_decks() else 1]

    def _two_decks(self) -> bool:
        return self.seats >= self.two_decks_from

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
        """The opener without a club draws until one comes; nothing is to be chosen, so this is no move."""
        self.opener_clubs = None
        while self.phase == "opening" and not any(card in CLUBS for card in self._hand()):
            self._draw(1)
        self.opener_clubs = 1 if self.drawn else None

    # ---- what may be done

    def legal(self) -> list[Move]:
        """The cards to play in canonical order, then what else the phase allows."""
        moves = self._plays()
        if self.phase == "normal":
            if self.stock and not (self.drawn and moves):
                moves.append("draw")
            if self.drawn:
                moves.append("pass")
        elif self.phase == "penalty":
            moves.append("take")
        elif self.phase == "ace":
            moves.append("end")
        return moves

    def _hand(self) -> list[Card]:
        return self.hands[self.turn]  # type: ignore[index] # asked for a seat to move only

    def _plays(self) -> list[Move]:
        hand, ways = self._hand(), self._ways()
        if len(hand) == 1:
            return [f"play {card}" for card in hand if card in ways]
        moves = [move for card in hand if card in ways for move in ways[card]]
        return list(dict.fromkeys(moves)) if self._two_decks() else moves

    def _ways(self) -> Ways:
        """What fits here; after an ace it has to fit on the ace, as ever."""
        if self.phase == "opening":
            return CLUBS
        if self.phase == "penalty":
            return SEVENS
        top = self.discard[-1]
        return NOMINATED[self.suit or ""] if top in JACKS else FOLLOWING[top]

    # ---- what it does

    def apply(self, move: Move) -> None:
        """Carry out a move of the dealer or of the seat to act."""
        if move in LAID:
            self._play(*LAID[move])
        elif move == "draw":
            self._draw(1)
        elif move == "take":
            self._draw(self.penalty * self.sevens)
            if self.phase == "penalty":
                self.sevens = 0
                self._turn_to(1)
        elif move in ("pass", "end"):
            self._turn_to(1)
        else:
            self._deal([STANDARD[PLACE[card]] for card in move.split(" ")[1:]])

    def _play(self, card: Card, rank: str, suit: str) -> None:
        hand = self._hand()
        hand.remove(card)
        self.discard.append(card)
        self.suit = suit
        if self.opener_clubs is not None and card in CLUBS and self.turn == self._opener():
            self.opener_clubs -= 1
        if not hand:
            self._end_by_going_out(rank)
        elif self.phase == "opening":
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
        elif rank == "10":
            self.direction = -1 if self.direction == 1 else 1
            self._turn_to(1)
        else:
            self._turn_to(1)

    def _draw(self, count: int) -> None:
        """Give the seat to move cards from the stock; this may end the hand."""
        hand, cards = self._hand(), self.stock[:count]
        del self.stock[:count]
        for card in cards:
            insort(hand, card, key=PLACE.__getitem__)
        self.drawn += count
        if self.opener_clubs is not None and self.turn == self._opener():
            self.opener_clubs += len(cards)
        if len(cards) < count or (not self.stock and self.stock_out == "immediate"):
            self._end_by_stock()

    def _turn_to(self, steps: int, phase: Literal["normal", "penalty"] = "normal") -> None:
        """Go on with the next seat but `steps` - 1; one that can neither play nor draw ends the hand."""
        self.turn = (self.turn + steps * self.direction) % self.seats  # type: ignore[operator]
        self.phase = phase
        self.drawn = 0
        if phase == "normal" and not self.stock and not self._plays():
            self._end_by_stock()

    # ---- the end of a hand, and of the match

    def _end_by_going_out(self, rank: str) -> None:
        """The winner's hand is empty, so it scores nothing, as often as it counts."""
        times = {"7": self.last_seven, "J": self.last_jack}.get(rank, 1)
        self._end([times * _sum(hand) for hand in self.hands])

    def _end_by_stock(self) -> None:
        sums = [_sum(hand) for hand in self.hands]
        self._end([0 if each == min(sums) and not self.lowest_pays else each for each in sums])

    def _end(self, scores: list[int]) -> None:
        """Write the scores down and open the hands; the cards lie where they are until the next deal."""
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
        """Each draw or play uses up one of: twice the stock and all hands; `pass`, `take`, `end` each follow one."""
        pack = len(self.pack())
        a_hand = 1 + 2 * (2 * pack - self.hand_size * self.seats)
        if self.phase in ("deal", "over"):
            return a_hand * (self.deals - self.hand_no if self.phase == "deal" else 0)
        left = 2 * len(self.stock) + sum(map(len, self.hands))
        return 1 + 2 * left + a_hand * (self.deals - self.hand_no - 1)

    # ---- around the rules

    def fallback(self) -> Move:
        """Rather draw or pass than play; if a card must be played, the first, a Jack for the longest suit."""
        legal = self.legal()
        for move in ("pass", "draw", "take", "end"):
            if move in legal:
                return move
        card, _, _ = LAID[legal[0]]
        suits = [suit_of(each) for each in self._hand()]
        longest = max(SUITS, key=suits.count)
        return next((move for move in legal if move == f"play {card} {longest}"), legal[0])

    def cards(self) -> Iterator[Card]:
        """Hands, stock and discard."""
        yield from chain(*self.hands, self.stock, self.discard)

    def fill(self, seat: Seat | None, rng: Random) -> None:
        """Any card may be anywhere, except that shown hands stay and the opener's clubs are counted."""
        if self.phase in ("deal", "over"):
            self.hands = [hand[:] for hand in self.shown] or self.hands
        unseen = list((Counter(self.pack()) - Counter(self.cards())).elements())
        rng.shuffle(unseen)
        opener = self._opener()
        sure = self._sure_of_opener(unseen) if HIDDEN in self.hands[opener] else []
        for card in sure:
            unseen.remove(card)
        for owner, hand in enumerate(self.hands):
            if HIDDEN in hand:
                known = sure if owner == opener else []
                hand[:] = sorted(known + [unseen.pop() for _ in hand[len(known) :]], key=PLACE.__getitem__)
        if HIDDEN in self.stock:
            self.stock = unseen[: len(self.stock)]

    def _sure_of_opener(self, unseen: list[Card]) -> list[Card]:
        """A club before it has opened, and as many others as cannot be clubs because it had to draw for one."""
        size = len(self.hands[self._opener()])
        most = size if self.opener_clubs is None else self.opener_clubs
        clubs = [card for card in unseen if card in CLUBS]
        others = [card for card in unseen if card not in CLUBS]
        return clubs[: self.phase == "opening"] + others[: max(0, size - most)]

    def settle(self) -> None:
        """Sort the hands; refuse rules and positions that cannot be."""
        self._check_rules()
        for hand in self.hands:
            hand.sort(key=lambda card: PLACE.get(card, -1))
        self._check_lists()
        idle = {"deal": CHANCE, "over": None}
        if self.phase in idle and self.turn != idle[self.phase]:
            raise PositionError("turn", f"is {self.turn} in phase {self.phase!r}")
        if self.phase not in idle:
            self._check_turn()

    def _check_rules(self) -> None:
        least = {"deals": 1, "hand_size": 2, "penalty": 1, "last_seven": 1, "last_jack": 1}
        for name, value in least.items():
            if getattr(self, name) < value:
                raise SetupError(f"rules.{name}", f"must be at least {value}")
        if self.hand_size * self.seats > len(self.pack()):
            raise SetupError("rules.hand_size", "the pack is too small for such hands")
        if self.first_dealer is not None and self.first_dealer not in range(self.seats):
            raise SetupError("rules.first_dealer", "is no seat of this table")

    def _check_lists(self) -> None:
        if self.dealer not in range(self.seats):
            raise PositionError("dealer", f"{self.dealer} is no seat of this table")
        for name, sizes in {
            "totals": (self.seats,),
            "scores": (0, self.seats),
            "shown": (0, self.seats),
        }.items():
            if len(getattr(self, name)) not in sizes:
                raise PositionError(name, f"needs a value for each of {self.seats} seats")
        if not all(card in PLACE for hand in self.shown for card in hand):
            raise PositionError("shown", "holds a card that is not in the pack")

    def _check_turn(self) -> None:
        """PositionError unless a seat is to move, under a card and with a hand that belong to the phase."""
        top = self.discard[-1] if self.discard else ""
        wanted = {"opening": "", "penalty": "7", "ace": "A"}
        if self.turn in (None, CHANCE) or not self._hand():
            raise PositionError("turn", f"needs a seat with cards in phase {self.phase!r}")
        if (not top) != (self.phase == "opening") or not top.startswith(wanted.get(self.phase, "")):
            raise PositionError("discard", f"does not belong to phase {self.phase!r}")
        if self.suit is None and top in JACKS:
            raise PositionError("suit", "is missing on a Jack")
        if (self.sevens > 0) != (self.phase == "penalty"):
            raise PositionError("sevens", f"is {self.sevens} in phase {self.phase!r}")
        if HIDDEN not in self._hand() and not self.legal():
            raise PositionError("turn", f"seat {self.turn} has no move")
