"""Pairs of entries that do better at common tables than their play elsewhere and their ratings foretell.

What a pair wins against third parties is compared with what was predicted, and that with the same figure of
either at tables without the other: who is merely rated too low does so everywhere. A report is a reason to
look at the matches, never a proof.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import sqrt
from statistics import NormalDist, variance

from tournaments.ranking import BETA, DRAW_PROBABILITY, TAU
from tournaments.statistics.prediction import chances, expected
from tournaments.statistics.rows import Finished, pairs

LEAST = 5
"""So many common tables, and tables apart for each, are asked for."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """Two entries at common tables with others; `one` has the lower number."""

    one: int
    other: int
    fixtures: int
    excess: float
    """Of the others at a common table, the share that each beat beyond what was to be expected: the mean."""
    z: float
    """The excess in standard errors."""
    p: float
    """That some pair among all these comes out so high by chance, at most (Holm's correction)."""


def collusion(
    fixtures: Sequence[Finished],
    *,
    beta: float = BETA,
    draw_probability: float = DRAW_PROBABILITY,
    tau: float = TAU,
) -> list[Suspicion]:
    """All pairs with common tables enough, the most suspicious first; tables of two say nothing."""
    tables = [fixture for fixture in fixtures if len(fixture.entries) > 2]
    surplus = _surplus(tables, beta, draw_probability, tau)
    found = _Residuals(tables, surplus).pairs()
    return _corrected(sorted(found, key=lambda one: (-one.z, one.one, one.other)))


def _surplus(
    tables: Sequence[Finished], beta: float, draw_probability: float, tau: float
) -> list[dict[tuple[int, int], float]]:
    """By table: for (one, other) how much more of `other` did `one` beat than predicted."""
    met = pairs(tables)
    beyond = met.outcome - expected(chances(met, beta, draw_probability, tau))
    surplus: list[dict[tuple[int, int], float]] = [{} for _ in tables]
    columns = (met.fixture, met.one, met.other, beyond)
    for fixture, one, other, value in zip(*(column.tolist() for column in columns), strict=True):
        surplus[fixture][one, other], surplus[fixture][other, one] = value, -value
    return surplus


class _Residuals:
    """What entries and pairs won beyond what was predicted, table by table."""

    def __init__(self, tables: Sequence[Finished], surplus: Sequence[dict[tuple[int, int], float]]) -> None:
        self.alone: defaultdict[int, list[float]] = defaultdict(list)
        self.joint: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
        self.with_other: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
        for table, beyond in zip(tables, surplus, strict=True):
            self.note(table.entries, beyond)
        self.spread = _spread(self.alone.values())
        self.joint_spread = _spread(self.joint.values())

    def note(self, entries: Sequence[int], beyond: dict[tuple[int, int], float]) -> None:
        """Counts one table; the share is a mean over third parties."""
        own = {one: sum(beyond[one, other] for other in entries if other != one) for one in entries}
        for one in entries:
            self.alone[one].append(own[one] / (len(entries) - 1))
        for one, other in combinations(sorted(entries), 2):
            self.joint[one, other].append((own[one] + own[other]) / 2 / (len(entries) - 2))
            self.with_other[one, other].append(own[one] / (len(entries) - 1))
            self.with_other[other, one].append(own[other] / (len(entries) - 1))

    def pairs(self) -> list[Suspicion]:
        """Those with tables enough, in common and apart; `p` is not corrected yet."""
        return [one for pair in self.joint if (one := self.suspicion(*pair)) is not None]

    def suspicion(self, one: int, other: int) -> Suspicion | None:
        """The excess at common tables over the mean of both at their other tables."""
        common = len(self.joint[one, other])
        apart = [len(self.alone[who]) - common for who in (one, other)]
        if min(common, *apart) < LEAST:
            return None
        others = ((one, other), (other, one))
        elsewhere = [
            (sum(self.alone[pair[0]]) - sum(self.with_other[pair])) / tables
            for pair, tables in zip(others, apart, strict=True)
        ]
        excess = sum(self.joint[one, other]) / common - sum(elsewhere) / 2
        error = sqrt(self.joint_spread / common + self.spread / 4 * sum(1 / tables for tables in apart))
        z = excess / error if error else 0.0
        return Suspicion(one, other, common, excess, z, NormalDist().cdf(-z))


def _spread(samples: Collection[Sequence[float]]) -> float:
    """The variance within the samples, about the mean of each."""
    squares = sum(variance(sample) * (len(sample) - 1) for sample in samples if len(sample) > 1)
    return squares / max(1, sum(len(sample) - 1 for sample in samples))


def _corrected(found: Sequence[Suspicion]) -> list[Suspicion]:
    """Holm's correction: the smallest p counts as often as there are pairs, the next once less, and so on."""
    corrected: list[Suspicion] = []
    worst = 0.0
    for place, one in enumerate(found):
        worst = max(worst, min(1.0, one.p * (len(found) - place)))
        corrected.append(replace(one, p=worst))
    return corrected
