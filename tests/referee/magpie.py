"""A small game that has what Pis Yedili lacks: marked cards, theft by the dealer, dicts and dataclasses."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random

from referee.game import (
    CHANCE,
    EVERYONE,
    HIDDEN,
    Act,
    Card,
    Game,
    Known,
    Marked,
    Move,
    Private,
    Rule,
    Seat,
    Secret,
)

PACK = tuple(f"{what}{number}" for what in ("ring", "coin", "gem") for number in range(1, 7))


@dataclass(slots=True)
class Nest:
    """Where a magpie lives: a small value inside a position."""

    twigs: int = 0
    pride: Card | None = None


@dataclass(slots=True, kw_only=True)
class Magpie(Game):
    """Show what you have or steal what you have not seen; whoever has the longest row wins."""

    name = "magpie"
    title = "Magpie"
    tables = range(2, 5)

    rounds: Rule[int] = 3
    rows: Known[list[Marked]] = field(default_factory=list)
    purses: Private[list[Card]] = field(default_factory=list)
    stock: Secret[list[Card]] = field(default_factory=list)
    nests: list[Nest] = field(default_factory=list)
    open: list[Card] = field(default_factory=list)
    tally: dict[str, int] = field(default_factory=dict)
    thief: Seat | None = None
    victim: Seat | None = None
    thefts: int = 0
    moved: int = 0

    def __post_init__(self) -> None:
        self.rows = [[] for _ in range(self.seats)]
        self.purses = [[] for _ in range(self.seats)]
        self.nests = [Nest() for _ in range(self.seats)]

    def pack(self) -> Sequence[Card]:
        return PACK

    @property
    def act(self) -> Act:
        if self.victim is None:
            return Act("deal 1", PACK, len(PACK), PACK)
        there = sorted((marked.card for marked in self.rows[self.victim]), key=PACK.index)
        return Act(f"theft {self.thefts + 1}", there, 1, PACK)

    @property
    def longest(self) -> int:
        left = self.seats * self.rounds - self.moved
        return (2 * left + (self.turn == CHANCE)) if self.turn is not None else 0

    @property
    def widest(self) -> int:
        return 2 + (self.seats - 1) * 2 + len(PACK)

    def legal(self) -> list[Move]:
        own = sorted({marked.card for marked in self.rows[self.turn]} - set(self.open), key=PACK.index)
        others = [seat for seat in range(self.seats) if seat != self.turn and self.rows[seat]]
        return [*(f"show {card}" for card in own), *(f"steal {seat}" for seat in others), "pass"]

    def apply(self, move: Move) -> None:
        verb, *words = move.split(" ")
        if verb == "deal":
            self._deal(words)
        elif verb == "theft":
            self._carry_off(words[0])
        else:
            self.tally[verb] = self.tally.get(verb, 0) + 1
            self.moved += 1
            if verb == "steal":
                self.thief, self.victim, self.turn = self.turn, int(words[0]), CHANCE
                return
            if verb == "show":
                self._show(words[0])
            self._next(self.turn)

    def _deal(self, cards: list[Card]) -> None:
        for seat in range(self.seats):
            self.rows[seat] = [Marked(card, 1 << seat) for card in cards[seat * 2 : seat * 2 + 2]]
        rest = cards[self.seats * 2 :]
        self.purses = [[card] for card in rest[: self.seats]]
        self.stock = rest[self.seats :]
        self.turn = 0

    def _show(self, card: Card) -> None:
        (shown,) = (marked for marked in self.rows[self.turn] if marked.card == card)
        shown.mask = EVERYONE
        self.open.append(card)
        self.nests[self.turn] = Nest(self.nests[self.turn].twigs + 1, card)

    def _carry_off(self, card: Card) -> None:
        (loot,) = (marked for marked in self.rows[self.victim] if marked.card == card)
        self.rows[self.victim].remove(loot)
        loot.mask |= 1 << self.thief
        self.rows[self.thief].append(loot)
        self.thefts += 1
        thief, self.thief, self.victim = self.thief, None, None
        self._next(thief)

    def _next(self, seat: Seat) -> None:
        self.turn = None if self.moved == self.seats * self.rounds else (seat + 1) % self.seats

    def told(self, move: Move, seat: Seat | None) -> Move:
        verb, *cards = move.split(" ")
        if verb == "deal" or (verb == "theft" and not self._knows(cards[0], seat)):
            return " ".join([verb, *[HIDDEN] * len(cards)])
        return move

    def _knows(self, card: Card, seat: Seat | None) -> bool:
        masks = {marked.card: marked.mask for marked in self.rows[self.victim]}
        return masks[card] == EVERYONE or (
            seat is not None and (seat == self.thief or bool(masks[card] >> seat & 1))
        )

    def points(self) -> tuple[int, ...]:
        return tuple(len(row) for row in self.rows)

    def cards(self) -> Iterator[Card]:
        return chain((marked.card for row in self.rows for marked in row), *self.purses, self.stock)

    def fill(self, seat: Seat | None, rng: Random) -> None:
        unseen = list((Counter(PACK) - Counter(self.cards())).elements())
        rng.shuffle(unseen)
        for marked in chain.from_iterable(self.rows):
            if marked.card == HIDDEN:
                marked.card = unseen.pop()
        for cards in (*self.purses, self.stock):
            cards[:] = [unseen.pop() if card == HIDDEN else card for card in cards]
