"""Intervals at 95 %."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from tournaments.statistics.rows import Floats

Z = NormalDist().inv_cdf(0.975)


def wilson(share: ArrayLike, trials: ArrayLike) -> tuple[Floats, Floats]:
    """Wilson's score interval for shares of independent trials, 0 to 1 where there were none.

    It stays between 0 and 1 and is honest about few trials, where resampling three wins gives three wins. A
    trial may also be a half: that spreads less than wins and defeats, so the interval errs on the safe side.
    """
    p, n = np.broadcast_arrays(np.asarray(share, float), np.asarray(trials, float))
    square = Z * Z
    centre = (p * n + square / 2) / (n + square)
    half = Z * np.sqrt(p * (1 - p) * n + square / 4) / (n + square)
    return np.clip(centre - half, 0.0, p), np.clip(centre + half, p, 1.0)
