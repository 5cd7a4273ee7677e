"""JSON schemas of what goes over the wire: every line, and the view of each game from its fields' types."""

from dataclasses import is_dataclass
from functools import lru_cache
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import Struct, defstruct

from bots.play.protocol import Answer, Ask, Hello, Over, Start
from referee.game import Game
from referee.games import GAMES
from referee.visibility import Card, Marked, Sight, fields_of

Schema = dict[str, Any]


class News(Struct):
    """A move, as a seat hears of it; seat -1 is the dealer."""

    seat: int
    move: str


LINES: dict[str, type[Struct]] = {
    "hello": Hello,
    "start": Start,
    "ask": Ask,
    "news": News,
    "answer": Answer,
    "over": Over,
}
"""What is the same in every game."""


@lru_cache
def of(game: str) -> dict[str, Schema]:
    """By name: `view` is what a seat is shown, or a spectator; `news` are the moves told in `ask`."""
    return {"view": msgspec.json.schema(view(GAMES[game])), **{name: _line(name) for name in LINES}}


@lru_cache
def _line(name: str) -> Schema:
    return msgspec.json.schema(LINES[name])


def view(game: type[Game]) -> type[Struct]:
    """The type of a view; a card that is not shown is "?"."""
    fields = fields_of(game)
    rules = [(each.name, each.hint) for each in fields if each.sight is Sight.RULE]
    shown = [(each.name, _shown(each.hint)) for each in fields if each.sight is not Sight.RULE]
    heading = [("game", Literal[game.name]), ("rules", defstruct("Rules", rules)), ("seat", int | None)]
    return defstruct("View", [*heading, *shown])


def _shown(hint: Any) -> Any:
    """A type as a view has it: cards without who knows them."""
    if hint is Marked:
        return Card
    if is_dataclass(hint) and isinstance(hint, type):
        return defstruct(hint.__name__, [(each.name, _shown(each.hint)) for each in fields_of(hint)])
    if get_origin(hint) in (list, dict):
        return get_origin(hint)[tuple(map(_shown, get_args(hint)))]
    return hint
