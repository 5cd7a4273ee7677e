"""How many matches tell two bots apart: from deals that were played in all rotations, scored in two ways.

Scores are of one bot against its opponents, from 0 to 1; a half is par. Their last two axes are the deals,
which are independent, and what was scored of each deal, which is not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
PAR = 0.5
Z = 1.96
RESAMPLES = 2000


@dataclass(frozen=True, slots=True)
class Estimator:
    """A way to score deals."""

    scores: Floats
    """By deal, then by what was scored of it: of which one is drawn."""
    matches: int
    """That one score takes."""

    @property
    def advantage(self) -> float:
        """The mean score above par."""
        return float(self.scores.mean() - PAR)

    @property
    def variance(self) -> float:
        """Of one match: so much, divided by the matches played, is the variance of their mean."""
        return float(self.matches * self.scores.var())

    @property
    def needed(self) -> float:
        """Matches until the 95 % interval of the mean excludes par; infinite if the mean is not above."""
        return float(needed(self.scores, self.matches))


def needed(scores: Floats, matches: int) -> Floats:
    """The same for many sets of deals at once; at least one score's."""
    advantage = scores.mean(axis=(-2, -1)) - PAR
    with np.errstate(divide="ignore", invalid="ignore"):
        found = matches * Z**2 * scores.var(axis=(-2, -1)) / advantage**2
    return np.where(advantage > 0, np.maximum(found, matches), np.inf)


def resampled(deals: int) -> NDArray[np.intp]:
    """Sets of as many deals, drawn with replacement; the same every time."""
    return np.random.default_rng(1).integers(deals, size=(RESAMPLES, deals))


def interval(values: Floats) -> tuple[float, float]:
    """The middle 95 % of the values; none of them is between two of these."""
    low, high = np.quantile(values, (0.025, 0.975), method="nearest")
    return float(low), float(high)
