"""Charts as numbers for SVG templates: an axis each way, and where everything lies on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10

from tournaments.statistics.calibration import Bin

WIDTH, HEIGHT = 560, 220
LEFT, RIGHT, TOP, BOTTOM = 40, 24, 14, 26
Point = tuple[float, float]
Rounds = Sequence[tuple[int, float, float, int]]
"""Number, mu, sigma and version, in order."""


@dataclass(frozen=True, slots=True)
class Axes:
    """What lies where, in units of the picture."""

    x_low: float
    x_high: float
    y_low: float
    y_high: float
    right: float = WIDTH - RIGHT
    """Where the last lies."""

    def x(self, value: float) -> float:
        """From the left."""
        share = (value - self.x_low) / ((self.x_high - self.x_low) or 1)
        return round(LEFT + share * (self.right - LEFT), 1)

    def y(self, value: float) -> float:
        """From the top."""
        share = (value - self.y_low) / ((self.y_high - self.y_low) or 1)
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)

    def line(self, points: Sequence[Point]) -> str:
        """As the attribute `points` wants it."""
        return " ".join(f"{self.x(x)},{self.y(y)}" for x, y in points)

    def columns(self) -> list[tuple[float, float]]:
        """Round whole figures below, with their places."""
        return [(value, self.x(value)) for value in ticks(self.x_low, self.x_high, least=1)]

    def rows(self) -> list[tuple[float, float]]:
        """Round figures at the side, with their places."""
        return [(value, self.y(value)) for value in ticks(self.y_low, self.y_high)]


def ticks(low: float, high: float, least: float = 0) -> list[float]:
    """Three to eight round figures from low to high, fewer where they would be nearer than `least`."""
    if high <= low:
        return [low]
    power = 10.0 ** floor(log10((high - low) / 3))
    step = next(power * k for k in (5, 2, 1) if power * k <= (high - low) / 3)
    step = max(step, least)
    return [round(k * step, 10) for k in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


@dataclass(frozen=True, slots=True)
class History:
    """A rating by rounds: a line for mu, a band of a sigma on either side, marks where a version is new."""

    axes: Axes
    line: str
    band: str
    versions: list[tuple[float, int]]
    last: Point


def history(rounds: Rounds) -> History:
    """From round, mu, sigma and version, of one round at least."""
    low = min(mu - sigma for _, mu, sigma, _ in rounds)
    high = max(mu + sigma for _, mu, sigma, _ in rounds)
    axes = Axes(rounds[0][0], rounds[-1][0], low, high)
    new = [(axes.x(now[0]), now[3]) for before, now in pairwise(rounds) if before[3] != now[3]]
    last = axes.x(rounds[-1][0]), axes.y(rounds[-1][1])
    return History(axes, *drawn(axes, rounds), new, last)


def drawn(axes: Axes, rounds: Rounds) -> tuple[str, str]:
    """The line of mu, and the band of a sigma on either side."""
    tops = [(number, mu + sigma) for number, mu, sigma, _ in rounds]
    bottoms = [(number, mu - sigma) for number, mu, sigma, _ in rounds]
    line = axes.line([(number, mu) for number, mu, _, _ in rounds])
    return line, axes.line([*tops, *reversed(bottoms)])


@dataclass(frozen=True, slots=True)
class Reliability:
    """Predicted against observed, in percent: the diagonal, and for each bin a dot and its interval."""

    axes: Axes
    diagonal: str
    dots: list[tuple[float, float, float, float]]
    """x, y, and the ends of the interval."""


def reliability(bins: Sequence[Bin]) -> Reliability:
    """From half to the whole, or further down where what was observed goes there."""
    low = min([50.0, *(100 * one.low for one in bins)])
    axes = Axes(50, 100, low, 100)
    dots = [
        (
            axes.x(100 * one.predicted),
            axes.y(100 * one.observed),
            axes.y(100 * one.low),
            axes.y(100 * one.high),
        )
        for one in bins
    ]
    return Reliability(axes, axes.line([(50, 50), (100, 100)]), dots)
