"""TrueSkill for any number of players, with ties (Herbrich, Minka, Graepel 2006).

Two players have a closed form. More are a chain of differences between neighbours in the ranking; messages
run down and up the chain until they hardly change. The schedule and its end are those of the `trueskill`
package (0.4.5), so both give the same table; the normal distribution here is exact to the last digits. Beside
that package's default this is about 85 times as fast for two players and 13 times for four.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import erfc, exp, sqrt
from math import tau as turn
from statistics import NormalDist
from typing import NamedTuple

MU = 25.0
SIGMA = MU / 3
BETA = SIGMA / 2
TAU = SIGMA / 100
DRAW_PROBABILITY = 0.1

ENOUGH = 1e-4
SWEEPS = 10
FAR = -35.0

_ROOT_HALF = sqrt(0.5)
_MINUS_ROOT_HALF = -_ROOT_HALF
_DENSITY = 1 / sqrt(turn)
_TWICE_DENSITY = 2 * _DENSITY
_new = tuple.__new__  # half the time of a named tuple's own

Rule = Callable[[float, float], tuple[float, float]]
"""From a standardised difference and margin to V and W: how the mean moves and the variance shrinks."""


class Rating(NamedTuple):
    """What is believed of a skill: a mean and a standard deviation."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def score(self) -> float:
        """A skill that it very probably has: mu - 3 sigma."""
        return self.mu - 3 * self.sigma

    def widened(self, by: float) -> Rating:
        """The rating of something that may have changed: sigma grows, never beyond a newcomer's."""
        return Rating(self.mu, max(self.sigma, min(SIGMA, sqrt(self.sigma**2 + by**2))))


def rate(
    ratings: Sequence[Rating],
    ranks: Sequence[float],
    *,
    beta: float = BETA,
    tau: float = TAU,
    draw_probability: float = DRAW_PROBABILITY,
) -> list[Rating]:
    """New ratings, in the order given; the lowest rank is best, equal ranks are a tie.

    Raises ValueError unless there are two or more players, a rank for each, and 0 < draw_probability < 1.
    """
    margin = _margin(draw_probability) * beta
    n = len(ranks)
    if n < 2 or len(ratings) != n:
        raise ValueError("two or more ratings and a rank for each")
    if n == 2:
        return _pair(ratings, ranks, beta, tau * tau, margin)
    order = sorted(range(n), key=ranks.__getitem__)
    rated = _chain([ratings[k] for k in order], [ranks[k] for k in order], beta, tau * tau, margin)
    return [rating for _, rating in sorted(zip(order, rated, strict=True))]


@lru_cache(maxsize=64)
def _margin(draw_probability: float) -> float:
    """The margin of a draw between two single players, in units of beta."""
    if not 0 < draw_probability < 1:
        raise ValueError("the draw probability lies between 0 and 1")
    return NormalDist().inv_cdf((draw_probability + 1) / 2) * sqrt(2)


def _pair(
    ratings: Sequence[Rating], ranks: Sequence[float], beta: float, dynamic: float, margin: float
) -> list[Rating]:
    """The closed form for two."""
    (mu, sigma), (mu2, sigma2) = ratings
    rank, rank2 = ranks
    variance = sigma * sigma + dynamic
    variance2 = sigma2 * sigma2 + dynamic
    square = variance + variance2 + 2 * beta * beta
    c = sqrt(square)
    if rank < rank2:
        v, w = _won((mu - mu2) / c, margin / c)
    elif rank > rank2:
        v, w = _won((mu2 - mu) / c, margin / c)
        v = -v
    else:
        v, w = _drawn((mu - mu2) / c, margin / c)
    v /= c
    w /= square
    return [
        _new(Rating, (mu + variance * v, sqrt(variance - variance * variance * w))),
        _new(Rating, (mu2 - variance2 * v, sqrt(variance2 - variance2 * variance2 * w))),
    ]


def _won(difference: float, margin: float) -> tuple[float, float]:
    """A win: the difference lies above the margin."""
    x = difference - margin
    if x < FAR:
        return -x - 1 / x, 1 - 1 / (x * x)
    v = _TWICE_DENSITY * exp(x * x * -0.5) / erfc(x * _MINUS_ROOT_HALF)
    return v, v * (v + x)


def _drawn(difference: float, margin: float) -> tuple[float, float]:
    """A draw: the difference lies within the margin on either side."""
    distance = abs(difference)
    a, b = margin - distance, -margin - distance
    inside = (erfc(-a * _ROOT_HALF) - erfc(-b * _ROOT_HALF)) / 2
    if a < FAR or not inside:
        v, w = a + 1 / a, 1 - 1 / (a * a)
    else:
        at_a, at_b = _DENSITY * exp(-a * a / 2), _DENSITY * exp(-b * b / 2)
        v = (at_b - at_a) / inside
        w = v * v + (a * at_a - b * at_b) / inside
    return (-v if difference < 0 else v), w


def _chain(
    ratings: Sequence[Rating], ranks: Sequence[float], beta: float, dynamic: float, margin: float
) -> list[Rating]:
    """Message passing for players sorted by rank; a message is a precision and precision times mean."""
    n, noise, last = len(ranks), beta * beta, len(ranks) - 2
    variances = [sigma * sigma + dynamic for _, sigma in ratings]
    pis = [1 / (variance + noise) for variance in variances]
    taus = [p * mu for p, (mu, _) in zip(pis, ratings, strict=True)]
    rules = [_drawn if ranks[k] == ranks[k + 1] else _won for k in range(n - 1)]
    cut_pi, cut_tau = [0.0] * n, [0.0] * n  # difference k lies between players k and k + 1
    down_pi, down_tau = [0.0] * n, [0.0] * n  # to player k from the difference with its better neighbour
    up_pi, up_tau = [0.0] * n, [0.0] * n  # to player k from the difference with its worse neighbour

    def cut(k: int) -> float:
        """What the result says about difference k; returns how much that changed."""
        pi, pi2 = pis[k] + down_pi[k], pis[k + 1] + up_pi[k + 1]
        precision = pi * pi2 / (pi + pi2)
        root = sqrt(precision)
        mean = (taus[k] + down_tau[k]) / pi - (taus[k + 1] + up_tau[k + 1]) / pi2
        v, w = rules[k](mean * root, margin * root)
        new_pi = precision * w / (1 - w)
        new_tau = (root * v + precision * mean * w) / (1 - w)
        changed = max(abs(new_tau - cut_tau[k]), sqrt(abs(new_pi - cut_pi[k])))
        cut_pi[k], cut_tau[k] = new_pi, new_tau
        return changed

    def tell_worse(k: int) -> None:
        """Player k + 1 is player k less the difference."""
        pi, pi2 = pis[k] + down_pi[k], cut_pi[k]
        down_pi[k + 1] = pi * pi2 / (pi + pi2)
        down_tau[k + 1] = ((taus[k] + down_tau[k]) * pi2 - pi * cut_tau[k]) / (pi + pi2)

    def tell_better(k: int) -> None:
        """Player k is player k + 1 and the difference."""
        pi, pi2 = pis[k + 1] + up_pi[k + 1], cut_pi[k]
        up_pi[k] = pi * pi2 / (pi + pi2)
        up_tau[k] = ((taus[k + 1] + up_tau[k + 1]) * pi2 + pi * cut_tau[k]) / (pi + pi2)

    for _ in range(SWEEPS):
        changed = 0.0
        for k in range(last):
            changed = max(changed, cut(k))
            tell_worse(k)
        for k in range(last, 0, -1):
            changed = max(changed, cut(k))
            tell_better(k)
        if changed <= ENOUGH:
            break
    tell_better(0)
    tell_worse(last)
    return [
        _told(mu, variances[k], noise, up_pi[k] + down_pi[k], up_tau[k] + down_tau[k])
        for k, (mu, _) in enumerate(ratings)
    ]


def _told(mu: float, variance: float, noise: float, pi: float, tau: float) -> Rating:
    """A skill after a message about its performance, which is the skill and noise."""
    share = 1 / (1 + noise * pi)
    precision = 1 / variance + share * pi
    return Rating((mu / variance + share * tau) / precision, sqrt(1 / precision))
