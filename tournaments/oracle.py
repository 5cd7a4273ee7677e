"""A second opinion on ratings: the `trueskill` package, which never writes a figure."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from math import erfc, exp, pi, sqrt
from statistics import NormalDist

from tournaments.ranking import Rating

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # a docstring of 2018 with a stray backslash
    import trueskill

Normal = tuple[Callable[[float], float], Callable[[float], float], Callable[[float], float]]
"""Of the standard normal distribution: cumulative, density, inverse of the cumulative."""
EXACT: Normal = (
    lambda x: erfc(-x / sqrt(2)) / 2,
    lambda x: exp(-x * x / 2) / sqrt(2 * pi),
    NormalDist().inv_cdf,
)
"""To the last digits; the package's own is an approximation to 1e-7."""


def rate(
    ratings: Sequence[Rating],
    ranks: Sequence[float],
    *,
    beta: float,
    tau: float,
    draw_probability: float,
    normal: Normal | None = EXACT,
) -> list[Rating]:
    """As `ranking.rate`; with the package's own normal distribution where `normal` is None."""
    env = trueskill.TrueSkill(beta=beta, tau=tau, draw_probability=draw_probability, backend=normal)
    groups = [(env.create_rating(*rating),) for rating in ratings]
    return [Rating(rated.mu, rated.sigma) for (rated,) in env.rate(groups, ranks=ranks)]


def distance(ours: Sequence[Rating], theirs: Sequence[Rating]) -> float:
    """The largest difference between two tables, in mu or sigma."""
    return max(
        abs(a - b) for one, other in zip(ours, theirs, strict=True) for a, b in zip(one, other, strict=True)
    )
