"""Whether the ratings predict what happens, and the constants with which they would do it best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import exp, log

import numpy as np

from tournaments.ranking import BETA, DRAW_PROBABILITY, TAU
from tournaments.statistics.intervals import wilson
from tournaments.statistics.prediction import chances, expected, log_score
from tournaments.statistics.rows import Finished, Floats, Ints, Pairs, pairs

BINS = 10
"""From an expected share of a half, which is the least for the favourite, to the whole."""
GRID = 9
"""Values of each constant that are tried at once, evenly on a scale that suits it."""
WIDEST = log(16)
"""Beta is looked for up to so far from the one that was used, as a logarithm."""
PRECISION = 1e-4
FEWEST, MOST = 0.001, 0.999
"""Draw probabilities that a season may have."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Pairs for which about the same was predicted, seen from the favourite's side."""

    pairs: int
    fixtures: int
    predicted: float
    observed: float
    low: float
    high: float
    """The 95 % interval of what was observed."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Predicted against observed shares, and how good the predictions were on the whole."""

    bins: list[Bin]
    log_score: float
    """See `prediction.log_score`."""
    baseline: float
    """That of predictions that know how often ranks are equal, and nothing else."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The most likely constants, and the log scores with those that were given and with these."""

    beta: float
    draw_probability: float
    before: float
    after: float
    pairs: int


def calibration(
    fixtures: Sequence[Finished],
    *,
    beta: float = BETA,
    draw_probability: float = DRAW_PROBABILITY,
    tau: float = TAU,
) -> Calibration:
    """How well these constants predict; bins without pairs are left out."""
    met = pairs(fixtures)
    foreseen = chances(met, beta, draw_probability, tau)
    shares = expected(foreseen)
    where = np.minimum(((shares - 0.5) * 2 * BINS).astype(int), BINS - 1)
    parts = [where == k for k in np.unique(where)]
    bins = [_bin(met.fixture[part], shares[part], met.outcome[part]) for part in parts]
    equal = float((met.outcome == 0.5).mean()) if len(shares) else 0.0
    known = np.tile([(1 - equal) / 2, equal, (1 - equal) / 2], (len(shares), 1))
    return Calibration(bins, log_score(met, foreseen), log_score(met, known))


def _bin(fixture: Ints, predicted: Floats, outcome: Floats) -> Bin:
    """Pairs of one fixture are not independent: they count as so many as their spread allows."""
    observed, names, which = outcome.mean(), *np.unique(fixture, return_inverse=True)
    spread = (np.bincount(which.ravel(), outcome - observed) ** 2).sum() / len(outcome) ** 2
    worth = observed * (1 - observed) / spread if spread else 0.0
    low, high = wilson(observed, np.clip(worth, len(names), len(outcome)))
    return Bin(len(outcome), len(names), *(float(x) for x in (predicted.mean(), observed, low, high)))


def calibrate(
    fixtures: Sequence[Finished],
    *,
    beta: float = BETA,
    draw_probability: float = DRAW_PROBABILITY,
    tau: float = TAU,
) -> Fit:
    """Beta and the draw probability under which the outcomes of all pairs were most likely.

    The ratings before each fixture are taken as they are. ValueError without a pair.
    """
    met = pairs(fixtures)
    if not len(met.outcome):
        raise ValueError("there is nothing to fit without two entries at a table")
    low, high = np.array([log(beta) - WIDEST, _logit(FEWEST)]), np.array([log(beta) + WIDEST, _logit(MOST)])
    bounds = low, high
    while True:
        best, step = _best_of_grid(met, tau, low, high), (high - low) / (GRID - 1)
        if step.max() < PRECISION:
            break
        low, high = np.maximum(best - 1.5 * step, bounds[0]), np.minimum(best + 1.5 * step, bounds[1])
    fitted = exp(best[0]), 1 / (1 + exp(-best[1]))
    return Fit(
        *fitted,
        log_score(met, chances(met, beta, draw_probability, tau)),
        log_score(met, chances(met, *fitted, tau)),
        len(met.outcome),
    )


def _best_of_grid(met: Pairs, tau: float, low: Floats, high: Floats) -> Floats:
    """The most likely point of a grid over the logarithm of beta and the log odds of a draw."""
    axes = (np.linspace(*ends, GRID) for ends in zip(low, high, strict=True))
    grid = [np.array(point) for point in product(*axes)]
    return max(grid, key=lambda at: log_score(met, chances(met, exp(at[0]), 1 / (1 + exp(-at[1])), tau)))


def _logit(share: float) -> float:
    return log(share / (1 - share))
