"""Better, worse, or not separable yet: a test that may be looked at after each fixture and ended at any time.

Somebody bets against the claim that the mean of some differences, each from -1 to 1, is at most m. Whoever
stakes the fraction f of their wealth has 1 + f (d - m) / (1 + m) times as much after a difference d: never
less than nothing, and on average no more than before if the claim is true, whatever the distribution and
whatever came before. So the chance that such a wealth ever grows from 1 to 1 / error is at most `error`
(J. Ville 1939). The same holds for the mean of several wealths with different f (H. Robbins 1970), so that no
f has to be guessed. The claim that the mean is at least m is met by bets on the differences with their signs
turned; each side is granted half of the error.

All m that no side has refuted are an interval that holds the true mean at all times at once with probability
1 - error (I. Waudby-Smith and A. Ramdas: Estimating means of bounded random variables by betting, Journal of
the Royal Statistical Society B 86, 2024).
"""

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from math import exp, inf, log, log1p
from typing import NamedTuple

ERROR = 0.05
"""How often at most a verdict may be wrong, of two that are equally good."""
FRACTIONS = (1 / 4, 1 / 2, 1.0)
"""Of what is had: larger ones find large differences sooner, smaller ones small differences at all."""
HALVINGS = 40
"""Of the interval from -1 to 1, to find where a claim begins to be refuted."""


class Verdict(StrEnum):
    """What differences say of their mean."""

    BETTER = "better"
    WORSE = "worse"
    OPEN = "not separable yet"


class Interval(NamedTuple):
    """Where the mean is."""

    low: float
    high: float


class Sequential:
    """Collects differences, each from -1 to 1; ValueError for any other."""

    def __init__(self, error: float = ERROR) -> None:
        self._enough = log(2 / error)
        self._up: Counter[float] = Counter()
        self._down: Counter[float] = Counter()

    def add(self, difference: float) -> None:
        """Another one, independent of those before or at least with a mean that does not follow from them."""
        if not -1 <= difference <= 1:
            raise ValueError(f"{difference} is no difference of two shares")
        self._up[difference] += 1
        self._down[-difference] += 1

    @property
    def count(self) -> int:
        """How many there are."""
        return self._up.total()

    @property
    def mean(self) -> float:
        """Of all so far, 0 without any."""
        return sum(value * times for value, times in self._up.items()) / max(1, self.count)

    @property
    def verdict(self) -> Verdict:
        """Whether the mean is known to be above or below 0."""
        if log_wealth(self._up, 0) >= self._enough:
            return Verdict.BETTER
        return Verdict.WORSE if log_wealth(self._down, 0) >= self._enough else Verdict.OPEN

    @property
    def interval(self) -> Interval:
        """Holds the mean at all times at once with probability 1 - error."""
        return Interval(self._least(self._up), -self._least(self._down))

    def _least(self, differences: Mapping[float, int]) -> float:
        """The largest claim "at most m" that is refuted: wealth falls with m."""
        low, high = -1.0, 1.0
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            refuted = log_wealth(differences, middle) >= self._enough
            low, high = (middle, high) if refuted else (low, middle)
        return low


def log_wealth(differences: Mapping[float, int], claim: float) -> float:
    """The logarithm of the wealth after betting 1 against "at most `claim`", which is above -1."""
    grown = [_log_grown(differences, claim, fraction) for fraction in FRACTIONS]
    most = max(grown)
    return most + log(sum(exp(each - most) for each in grown) / len(grown)) if most > -inf else -inf


def _log_grown(differences: Mapping[float, int], claim: float, fraction: float) -> float:
    """The same for one fraction; what is lost whole never comes back."""
    gains = [(fraction * (value - claim) / (1 + claim), times) for value, times in differences.items()]
    if any(gain <= -1 for gain, _ in gains):
        return -inf
    return sum(times * log1p(gain) for gain, times in gains)
