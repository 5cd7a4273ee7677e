"""Saved positions: what a bot should answer there, and what it should not.

    {"game": "pis_yedili",
     "positions": [
       {"name": "a seven answers a seven",
        "view": {"game": "pis_yedili", "seat": 0, ...},     as a bot was asked; or
        "position": {...}, "seat": 0,                       the whole truth, and which seat is asked
        "news": [{"seat": 1, "move": "play 7D"}],           what it has heard before, if that matters
        "expect": ["play 7S", "play 7H"],                   one of these; or
        "forbid": ["take"]}]}                               none of these

Fields that a view or a position leaves out are as on an empty table.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct, field

from bots.quoting import shown
from referee.errors import RefereeError
from referee.game import CHANCE, Game
from referee.games import GAMES


class PositionsError(ValueError):
    """A file of positions that cannot be used: where and why."""


class Saved(Struct, forbid_unknown_fields=True):
    """One position as it is written down."""

    name: str = ""
    view: dict[str, Any] | None = None
    position: dict[str, Any] | None = None
    seat: int | None = None
    news: list[dict[str, Any]] = field(default_factory=list)
    expect: list[str] = field(default_factory=list)
    forbid: list[str] = field(default_factory=list)


class SavedFile(Struct, forbid_unknown_fields=True):
    """A file of them."""

    game: str
    positions: list[Saved]


class Puzzle(Struct, frozen=True):
    """What a bot is asked, and which answers are right."""

    name: str
    table: Game
    seat: int
    legal: Sequence[str]
    news: list[dict[str, Any]]
    right: list[str]


def puzzles(path: Path) -> list[Puzzle]:
    """All that a file asks, or PositionsError."""
    try:
        saved = msgspec.json.decode(path.read_bytes(), type=SavedFile)
    except OSError as error:
        raise PositionsError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:  # msgspec's own errors are ValueErrors
        raise PositionsError(f"{path}: {error}") from None
    if saved.game not in GAMES:
        known = ", ".join(sorted(GAMES))
        raise PositionsError(f"{path}: there is no game {shown(saved.game)!r}, only {known}")
    return [_puzzle(saved.game, one, f"{path}, position {k}") for k, one in enumerate(saved.positions)]


def _puzzle(game: str, saved: Saved, place: str) -> Puzzle:
    data = saved.view if saved.view is not None else saved.position
    _check(data is not None and None in (saved.view, saved.position), place, "say either view or position")
    try:
        table = _guessed(game, data) if saved.view is not None else GAMES[game].from_json(data)
    except RefereeError as error:
        raise PositionsError(f"{place}: {error}") from None
    asked = saved.seat if saved.seat is not None else (saved.view or {}).get("seat", table.turn)
    if table.turn is None or table.turn == CHANCE or table.turn != asked:
        raise PositionsError(f"{place}: seat {asked} is not to move")
    legal = table.legal()
    right = _right(saved, legal, place)
    return Puzzle(shown(saved.name or place), table, table.turn, legal, saved.news, right)


def _guessed(game: str, view: Any) -> Game:
    """A position that looks like the view of its seat, or of the seat to move; one is as good as another."""
    return GAMES[game].guess({"seat": view.get("turn"), **view}, Random(0))  # noqa: S311


def _right(saved: Saved, legal: Sequence[str], place: str) -> list[str]:
    """The legal moves that are as they should be."""
    for move in (*saved.expect, *saved.forbid):
        _check(move in legal, place, f"{shown(move)!r} is not legal there, only {', '.join(legal)}")
    _check(bool(saved.expect or saved.forbid), place, "say what to expect or to forbid")
    right = [move for move in saved.expect or legal if move not in saved.forbid]
    _check(bool(right), place, "no answer would be right")
    return right


def _check(truth: bool, place: str, reason: str) -> None:
    if not truth:
        raise PositionsError(f"{place}: {reason}")
