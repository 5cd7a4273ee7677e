"""What the ratings say about who will be ahead: TrueSkill's model, for two entries of a fixture."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

import numpy as np

from tournaments.ranking import BETA, DRAW_PROBABILITY, TAU
from tournaments.statistics.rows import Floats, Pairs

LEAST = 1e-12
"""No outcome is taken to be less probable."""
_POINTS = np.linspace(-8, 8, 16385)
_CDF = np.array([NormalDist().cdf(point) for point in _POINTS.tolist()])


def normal_cdf(x: Floats) -> Floats:
    """The normal distribution, from a table, to 1e-7."""
    return np.asarray(np.interp(x, _POINTS, _CDF))


def chances(
    met: Pairs, beta: float = BETA, draw_probability: float = DRAW_PROBABILITY, tau: float = TAU
) -> Floats:
    """A row a pair: the probabilities that `one` is behind, equal, ahead."""
    margin = NormalDist().inv_cdf((draw_probability + 1) / 2) * sqrt(2) * beta
    spread = np.sqrt(met.variance + 2 * (beta * beta + tau * tau))
    ahead = normal_cdf((met.difference - margin) / spread)
    behind = normal_cdf((-met.difference - margin) / spread)
    return np.stack([behind, 1 - ahead - behind, ahead], axis=1)


def expected(chances: Floats) -> Floats:
    """The share that `one` is expected to win: ahead, and half of equal."""
    return np.asarray(chances @ np.array([0.0, 0.5, 1.0]))


def log_score(met: Pairs, chances: Floats) -> float:
    """The mean natural logarithm of the probability of what happened; 0 is perfect, more is better."""
    happened = chances[np.arange(len(chances)), (2 * met.outcome).astype(int)]
    return float(np.log(np.maximum(happened, LEAST)).mean()) if len(chances) else 0.0
