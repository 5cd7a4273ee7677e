"""A position from its JSON, whole or partial, or from a view; what cannot be is refused with its place."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from referee.errors import PositionError, SetupError
from referee.reading import Reader, shown, spelled
from referee.visibility import CHANCE, EVERYONE, HIDDEN, Sight, fields_of

if TYPE_CHECKING:
    from referee.game import Game

G = TypeVar("G", bound="Game")


def require(truth: bool, place: str, reason: str) -> None:
    """PositionError at that place for that reason unless it is true; for `Game.settle`."""
    if not truth:
        raise PositionError(place, reason)


def check_setup(game: "type[Game]", seats: object, rules: Mapping[str, Any]) -> None:
    """SetupError for a table size or a rule that the game does not have."""
    if type(seats) is not int or seats not in game.tables:
        sizes = f"{game.tables[0]} to {game.tables[-1]}"
        raise SetupError("seats", f"{game.title} is played by {sizes}, not by {shown(seats)}")
    hints = _rule_hints(game)
    for name, value in rules.items():
        if name not in hints:
            raise SetupError(f"rules.{spelled(name)}", f"{game.title} has no such rule")
        Reader(SetupError).read(hints[name], value, f"rules.{name}")


@cache
def _rule_hints(game: "type[Game]") -> dict[str, Any]:
    """The types of a game's rules by name."""
    return {each.name: each.hint for each in fields_of(game) if each.sight is Sight.RULE}


def position(game: type[G], data: Any) -> G:
    """The position that `to_json` or `view` gave; missing fields are as on an empty table."""
    table = _empty_table(game, data)
    seat = _seat(data["seat"], table) if "seat" in data else None
    reader = Reader(PositionError, EVERYONE if seat is None else 1 << seat)
    stated = {each.name: each.hint for each in fields_of(game) if each.sight is not Sight.RULE}
    for name, value in data.items():
        if name in stated:
            setattr(table, name, reader.read(stated[name], value, name))
        elif name not in ("game", "rules", "seat"):
            raise PositionError(spelled(name), f"{game.title} has no such field")
    _check_shape(table)
    _check_cards(table)
    table.settle()
    return table


def whole(data: Mapping[str, Any]) -> None:
    """PositionError for the first card that a position hides, as a view does."""
    for name, value in data.items():
        for place in _hidden(value, name):
            raise PositionError(place, "is hidden: what a view does not show has to be guessed")


def _hidden(value: Any, place: str) -> Iterator[str]:
    """The places in a JSON value where a card is hidden."""
    if isinstance(value, list):
        for at, each in enumerate(value):
            yield from _hidden(each, f"{place}[{at}]")
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _hidden(each, f"{place}.{spelled(key)}")
    elif value == HIDDEN:
        yield place


def _empty_table(game: type[G], data: Any) -> G:
    if type(data) is not dict:
        raise PositionError("", f"{shown(data)} is not an object")
    if data.get("game", game.name) != game.name:
        raise PositionError("game", f"{shown(data['game'])} is not {game.name!r}")
    rules = data.get("rules", {})
    if type(rules) is not dict:
        raise PositionError("rules", f"{shown(rules)} is not an object")
    seats: Any = data.get("seats")
    return game.start(seats, **rules)


def _seat(seat: Any, table: "Game") -> int | None:
    if seat is not None and (type(seat) is not int or seat not in range(table.seats)):
        raise PositionError("seat", f"{shown(seat)} is no seat of this table")
    return seat


def _check_shape(table: "Game") -> None:
    if table.turn is not None and table.turn not in range(CHANCE, table.seats):
        raise PositionError("turn", f"{table.turn} is no seat of this table")
    for each in fields_of(type(table)):
        size = len(getattr(table, each.name)) if each.sight is Sight.PRIVATE else table.seats
        if size != table.seats:
            raise PositionError(each.name, f"has {size} values for {table.seats} seats")


def _check_cards(table: "Game") -> None:
    cards, pack = list(table.cards()), table.pack()
    if len(cards) > len(pack):
        raise PositionError("cards", f"{len(cards)} lie on the table, the pack has {len(pack)}")
    there = Counter(card for card in cards if card != HIDDEN)
    for card in there - Counter(pack):
        raise PositionError("cards", f"{shown(card)} is not in the pack, or not so often")
