"""The ratings of some entries by rounds in one picture, with their names at the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from caravan.web.charts import BOTTOM, HEIGHT, Axes, Point, Rounds, drawn

WIDTH, NAMES = 760, 170
"""The picture, and the room for names at its right."""
WORDS = 13
"""How high a line of words is."""
COLOURS = 8


@dataclass(frozen=True, slots=True)
class Line:
    """An entry: its line and band, where these end, where its name stands, and its last rating."""

    name: str
    colour: int
    """1 to 8."""
    line: str
    band: str
    last: Point
    down: float
    mu: float


@dataclass(frozen=True, slots=True)
class Race:
    """All of them on the same axes."""

    axes: Axes
    lines: list[Line]


def race(runners: Sequence[tuple[str, Rounds]]) -> Race:
    """From names with their rounds, one at least of each; no more runners than colours."""
    every = [(number, mu - sigma, mu + sigma) for _, rounds in runners for number, mu, sigma, _ in rounds]
    numbers, lows, highs = zip(*every, strict=True)
    axes = Axes(min(numbers), max(numbers), min(lows), max(highs), WIDTH - NAMES)
    places = apart([axes.y(rounds[-1][1]) for _, rounds in runners])
    return Race(axes, [_line(axes, k, *runner, places[k]) for k, runner in enumerate(runners)])


def _line(axes: Axes, place: int, name: str, rounds: Rounds, down: float) -> Line:
    number, mu, *_ = rounds[-1]
    return Line(name, place + 1, *drawn(axes, rounds), (axes.x(number), axes.y(mu)), down, mu)


def apart(places: Sequence[float]) -> list[float]:
    """The same places, moved up or down so far that a line of words fits at each."""
    moved = list(places)
    order = sorted(range(len(moved)), key=moved.__getitem__)
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + WORDS)
    lowest: float = HEIGHT - BOTTOM
    for at in reversed(order):
        moved[at] = round(min(moved[at], lowest), 1)
        lowest = moved[at] - WORDS
    return moved
