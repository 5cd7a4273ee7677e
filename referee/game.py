"""What a game is: one class in one file. Its fields are the position, its methods are the rules.

The type of a field says who may see it (`referee.visibility`). Values are int, str, bool, None, lists, dicts
by str and small dataclasses of these. Nothing in a game draws a random number by itself, reads a clock, or
knows that bots exist: chance is a seat, and its moves are written down like all others.

A game is a `@dataclass(slots=True, kw_only=True)` subclass of `Game` that fills in the abstract methods;
`settle`, `ranks`, `told`, `fallback` and `figures` are overridden where the rules want it, the rest is
inherited. Overrides never use `super()`, which `slots=True` breaks.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from json import dumps
from random import Random
from typing import Any, ClassVar, Self, cast

from referee.cards import shuffled
from referee.compiled import compiled
from referee.errors import IllegalMove, PositionError, SetupError
from referee.positions import check_setup, position, require, whole
from referee.reading import shown
from referee.visibility import (
    CHANCE,
    EVERYONE,
    HIDDEN,
    Card,
    Known,
    Marked,
    Move,
    Private,
    Rule,
    Seat,
    Secret,
    Sight,
    fields_of,
)

__all__ = [
    "CHANCE",
    "EVERYONE",
    "HIDDEN",
    "Act",
    "Card",
    "Game",
    "IllegalMove",
    "Known",
    "Marked",
    "Move",
    "PositionError",
    "Private",
    "Rule",
    "Seat",
    "Secret",
    "SetupError",
    "View",
    "require",
]

View = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Act:
    """What the dealer has to do: draw `take` of `cards`, which belong to `pack`, all in canonical order.

    `name` is the random stream, such as "deal 2"; its first word is the verb of the move.
    """

    name: str
    cards: Sequence[Card]
    take: int
    pack: Sequence[Card]

    @property
    def verb(self) -> str:
        """The first word of the dealer's move."""
        return self.name.split(" ")[0]

    def check(self, move: Move) -> None:
        """IllegalMove unless the move is one of the possible outcomes."""
        verb, *cards = move.split(" ")
        if verb != self.verb:
            raise IllegalMove(shown(move), f"the dealer has to {self.name}")
        if len(cards) != self.take:
            raise IllegalMove(shown(move), f"{self.name} takes {self.take} cards, not {len(cards)}")
        for card in Counter(cards) - Counter(self.cards):
            raise IllegalMove(shown(move), f"{shown(card)} is not there, or not so often")


@dataclass(slots=True, kw_only=True)
class Game(ABC):
    """A position of a game; moves change it in place."""

    name: ClassVar[str]
    title: ClassVar[str]
    tables: ClassVar[range]
    """How many may sit down."""
    card_table: ClassVar[Mapping[str, Any]] = {}
    """What the rules read on the cards; records carry its digest."""

    seats: int
    turn: Seat | None = CHANCE
    """Who is to move; CHANCE: the dealer; None: the match is over."""

    # ---- what a game says about itself

    @property
    @abstractmethod
    def act(self) -> Act:
        """What the dealer has to do; asked on its turn only."""

    @property
    @abstractmethod
    def longest(self) -> int:
        """No match from here takes more moves, the dealer's included, whatever anyone does."""

    @property
    @abstractmethod
    def widest(self) -> int:
        """No list of `legal` at a table like this, of that size and under those rules, is longer."""

    @abstractmethod
    def legal(self) -> Sequence[Move]:
        """The moves of the seat to act, in canonical order, no two that are the same to the rules."""

    @abstractmethod
    def apply(self, move: Move) -> None:
        """Carry out a move; trusts its caller that the move is legal."""

    @abstractmethod
    def points(self) -> tuple[int, ...]:
        """By seat, more is better; before the end what is scored so far."""

    @abstractmethod
    def pack(self) -> Sequence[Card]:
        """All cards of the game in canonical order."""

    @abstractmethod
    def cards(self) -> Iterator[Card]:
        """Every card wherever it lies: none before the first deal, then the whole pack."""

    @abstractmethod
    def fill(self, seat: Seat | None, rng: Random) -> None:
        """Replace each "?" in a position built from the view of `seat` by a card that it may be."""

    def settle(self) -> None:  # noqa: B027 - a game may have nothing to refuse
        """Put in order what came from outside, the rules too; PositionError where the game cannot be so."""

    def ranks(self) -> tuple[int, ...]:
        """By seat, 1 is best; equal points share a rank."""
        points = self.points()
        return tuple(1 + sum(other > own for other in points) for own in points)

    def told(self, move: Move, seat: Seat | None) -> Move:
        """How a seat (None: a spectator) hears of a move; asked before `apply`."""
        if self.turn != CHANCE:
            return move
        verb, *cards = move.split(" ")
        return " ".join([verb, *[HIDDEN] * len(cards)])

    def fallback(self) -> Move:
        """The move for a seat that has failed; a function of that seat's view alone."""
        return self.legal()[0]

    def figures(self) -> dict[str, Any]:
        """What watchers see beside the position: JSON made of open fields, always with the same keys."""
        return {}

    # ---- what every game inherits

    @classmethod
    def start(cls, seats: int, /, **rules: Any) -> Self:
        """An empty table; SetupError for a size or a rule that the game does not have."""
        check_setup(cls, seats, rules)
        table = _settled(cls, seats, rules) if rules else _usual(cls, seats).copy()
        return cast(Self, table)

    def rules(self) -> dict[str, Any]:
        """Every rule with its value."""
        names = [each.name for each in fields_of(type(self)) if each.sight is Sight.RULE]
        return {name: getattr(self, name) for name in names}

    @classmethod
    def table_digest(cls) -> str:
        """The digest of the card table."""
        return sha256(dumps(cls.card_table, sort_keys=True).encode()).hexdigest()

    def deal(self, rng: Random) -> Move:
        """One outcome of `act`: the first cards of a shuffle."""
        act = self.act
        return " ".join([act.verb, *shuffled(act.cards, act.pack, rng)[: act.take]])

    def play(self, move: Move) -> None:
        """The checked door for bots, tests and puzzles: IllegalMove, or the move is carried out."""
        if self.turn is None:
            raise IllegalMove(shown(move), "the match is over")
        if self.turn == CHANCE:
            self.act.check(move)
        elif move not in self.legal():
            raise IllegalMove(shown(move), f"is not legal here for seat {self.turn}")
        self.apply(move)

    def copy(self) -> Self:
        """An equal position that shares nothing with this one."""
        twin: Self = compiled(type(self)).copy(self)
        return twin

    def view(self, seat: Seat | None) -> View:
        """What a seat (None: a spectator) may know, with game, rules and seat; equals its own JSON."""
        return compiled(type(self)).view(self, seat)

    @classmethod
    def guess(cls, view: View, rng: Random) -> Self:
        """A full position that agrees with a view and conserves the cards."""
        return next(cls.guesses(view, rng))

    @classmethod
    def guesses(cls, view: View, rng: Random) -> Iterator[Self]:
        """Guesses without end, for a search: the view is read and checked but once."""
        table = position(cls, view)
        require("seat" in view, "seat", "is missing")
        seat = view["seat"]
        while True:
            guess = table.copy()
            guess.fill(seat, rng)
            yield guess

    def to_json(self) -> dict[str, Any]:
        """The whole position: a view without a seat, nothing hidden, marked cards with their masks."""
        return compiled(type(self)).to_json(self)

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """The position of `to_json`, or a partial one: missing fields are as on an empty table.

        PositionError where cards are hidden, as they are in a view: that is for `guess`.
        """
        table = position(cls, data)
        whole(data)
        return table


@lru_cache(maxsize=256)
def _usual(game: type[Game], seats: int) -> Game:
    """An empty table under the usual rules, made once and to be copied."""
    return _settled(game, seats, {})


def _settled(game: type[Game], seats: int, rules: Mapping[str, Any]) -> Game:
    """An empty table; SetupError for rules that the game refuses."""
    table = game(seats=seats, **rules)
    try:
        table.settle()
    except PositionError as error:
        raise SetupError(error.place, error.reason) from None
    return table
