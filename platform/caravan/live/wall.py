"""What is being played now: one event that tells of all fixtures that everybody may follow."""

from __future__ import annotations

import time

from caravan.live.news import News
from caravan.live.wire import Key, event
from tournaments import watching

WALL = 0
"""The number of its channel; fixtures count from 1."""
PAUSE = 0.5
"""Seconds between two looks, at least: bells ring for every fixture."""


class Wall:
    """Reads the whole wall anew each time, and says so where it has changed."""

    head = b""

    def __init__(self) -> None:
        self._told: list[watching.Tile] | None = None
        self._times = 0
        self._due = 0.0

    def news(self) -> News:
        """The wall, if it is not as it was."""
        if time.monotonic() < self._due:
            return News(shown=True)
        self._due = time.monotonic() + PAUSE
        tiles = watching.tiles()
        if tiles == self._told:
            return News(shown=True)
        self._told, self._times = tiles, self._times + 1
        return News(shown=True, events=[(Key(self._times, 0, 0), event(tiles, name="wall"))])
