"""The games as pages show them (templates would call a game's class)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.games import GAMES


@dataclass(frozen=True, slots=True)
class Listed:
    """A game's names and how many may sit down."""

    name: str
    title: str
    fewest: int
    most: int


def listed(name: str) -> Listed:
    """One game; KeyError when there is none of this name."""
    game = GAMES[name]
    return Listed(name, game.title, game.tables[0], game.tables[-1])


def games() -> list[Listed]:
    """All of them."""
    return [listed(name) for name in GAMES]
