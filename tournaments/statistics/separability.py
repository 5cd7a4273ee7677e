"""Which entries of a table can be told apart, and how many matches it would take."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, hypot
from statistics import NormalDist, fmean, variance

from tournaments.ranking import Rating
from tournaments.statistics.intervals import Z
from tournaments.statistics.rows import Hand

POWER = 0.8
"""So often a difference of this size is to be found."""


@dataclass(frozen=True, slots=True)
class Needed:
    """The matches after which the 95 % interval of the difference of two entries should not hold 0."""

    difference: float
    """Of their points, a match."""
    duplicate: int | None
    """Where each deal is played in all rotations; none: no difference has been seen."""
    independent: int | None
    """Where each match has cards of its own."""


def interval(rating: Rating) -> tuple[float, float]:
    """Where the skill is with 95 %."""
    return rating.mu - Z * rating.sigma, rating.mu + Z * rating.sigma


def separable(one: Rating, other: Rating) -> bool:
    """Whether the 95 % interval of the difference of two skills does not hold 0."""
    return abs(one.mu - other.mu) > Z * hypot(one.sigma, other.sigma)


def groups(standings: Sequence[tuple[int, Rating]]) -> list[list[int]]:
    """The entries of a table in its order, parted where an entry can be told from the one before it."""
    parted: list[list[int]] = []
    for place, (entry, rating) in enumerate(standings):
        if not place or separable(standings[place - 1][1], rating):
            parted.append([])
        parted[-1].append(entry)
    return parted


def needed(hands: Sequence[Hand], one: int, other: int, power: float = POWER) -> Needed:
    """From the deals that both have played; ValueError with fewer than two deals."""
    matches: defaultdict[tuple[Hashable, Hashable], dict[int, float]] = defaultdict(dict)
    for hand in hands:
        matches[hand.deal, hand.match][hand.entry] = hand.points
    deals: defaultdict[Hashable, list[float]] = defaultdict(list)
    for (deal, _), points in matches.items():
        if points.keys() >= {one, other}:
            deals[deal].append(points[one] - points[other])
    return _needed(deals, power)


def _needed(deals: Mapping[Hashable, Sequence[float]], power: float) -> Needed:
    if len(deals) < 2:
        raise ValueError("two deals at least")
    difference = fmean(fmean(matches) for matches in deals.values())
    rotations = fmean(map(len, deals.values()))
    single = variance([points for matches in deals.values() for points in matches])
    whole = variance([fmean(matches) for matches in deals.values()])
    if not difference:
        return Needed(difference, None, None)
    units = ((Z + NormalDist().inv_cdf(power)) / difference) ** 2
    return Needed(difference, ceil(max(1, ceil(units * whole)) * rotations), max(1, ceil(units * single)))
