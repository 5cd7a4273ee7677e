"""The rating bar of a table: where mu and its intervals lie on an axis that all rows share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor

WIDTH = 240
STEP = 5


@dataclass(frozen=True, slots=True)
class Bar:
    """A rating drawn on a scale, in units of the picture: marks and the widths of one and two sigma."""

    mu: float
    sigma: float
    at: float
    left1: float
    width1: float
    left2: float
    width2: float


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis from `low` to `high` that is `WIDTH` units wide."""

    low: float
    high: float

    def x(self, value: float) -> float:
        """Where a value lies, rounded to a tenth of a unit."""
        return round((value - self.low) / (self.high - self.low) * WIDTH, 1)

    def ticks(self) -> list[tuple[int, float]]:
        """Round figures inside the axis, away from its ends, with their places."""
        marks = range(ceil(self.low / STEP) * STEP, floor(self.high) + 1, STEP)
        return [(mark, self.x(mark)) for mark in marks if 10 <= self.x(mark) <= WIDTH - 10]

    def span(self, low: float, high: float) -> tuple[float, float]:
        """Where it begins and how wide it is."""
        return self.x(low), round(self.x(high) - self.x(low), 1)

    def bar(self, mu: float, sigma: float) -> Bar:
        """The bar of one rating."""
        inner, outer = self.span(mu - sigma, mu + sigma), self.span(mu - 2 * sigma, mu + 2 * sigma)
        return Bar(mu, sigma, self.x(mu), *inner, *outer)


def scale(ratings: Iterable[tuple[float, float]]) -> Scale:
    """The axis that holds mu ± 2 sigma of all ratings with a little room; 0 to 50 without any."""
    spans = [(mu - 2 * sigma, mu + 2 * sigma) for mu, sigma in ratings]
    if not spans:
        return Scale(0, 50)
    return Scale(min(low for low, _ in spans) - 1, max(high for _, high in spans) + 1)
