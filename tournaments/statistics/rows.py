"""What the statistics are made from: finished fixtures and the hands in them, as plain rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tournaments.ranking import Rating

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Finished:
    """A rated fixture: who sat there, their ranks, and their ratings before it, in the same order."""

    entries: tuple[int, ...]
    ranks: tuple[float, ...]
    """The lowest is best, equals tie."""
    before: tuple[Rating, ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """What an entry made of the cards of a seat."""

    deal: Hashable
    """Equal for all matches on the same cards."""
    match: Hashable
    """Equal for all hands of one match."""
    seat: int
    entry: int
    points: float


class Pairs(NamedTuple):
    """Every two entries of every fixture, a row each; the better mu is `one`."""

    fixture: Ints
    """By its place in what was given."""
    one: Ints
    other: Ints
    outcome: Floats
    """For `one`: 1 ahead, a half equal, 0 behind."""
    difference: Floats
    """Of the mus."""
    variance: Floats
    """Of that difference: the sum of both sigmas' squares."""


def pairs(fixtures: Sequence[Finished]) -> Pairs:
    """All of them; equal mus come in the order of the entries."""
    sizes: defaultdict[int, list[int]] = defaultdict(list)
    for place, fixture in enumerate(fixtures):
        sizes[len(fixture.entries)].append(place)
    parts = [_pairs(np.array(places), [fixtures[k] for k in places]) for places in sizes.values()]
    nothing, none = np.zeros(0, np.int64), np.zeros(0)
    parts.append(Pairs(nothing, nothing, nothing, none, none, none))
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
    order = np.argsort(columns[0], kind="stable")
    return Pairs(*(column[order] for column in columns))


def _pairs(places: Ints, fixtures: Sequence[Finished]) -> Pairs:
    """Of fixtures of one size."""
    entries = np.array([fixture.entries for fixture in fixtures], np.int64)
    ranks = np.array([fixture.ranks for fixture in fixtures], np.float64)
    mus, sigmas = np.moveaxis(np.array([fixture.before for fixture in fixtures], np.float64), -1, 0)
    i, j = np.triu_indices(entries.shape[1], 1)
    better = (mus[:, i] > mus[:, j]) | ((mus[:, i] == mus[:, j]) & (entries[:, i] < entries[:, j]))
    one, other = np.where(better, i, j), np.where(better, j, i)
    row = np.arange(len(entries))[:, None]
    return Pairs(
        np.repeat(places, len(i)),
        entries[row, one].ravel(),
        entries[row, other].ravel(),
        ((np.sign(ranks[row, other] - ranks[row, one]) + 1) / 2).ravel(),
        (mus[row, one] - mus[row, other]).ravel(),
        (sigmas[row, one] ** 2 + sigmas[row, other] ** 2).ravel(),
    )


def numbered(values: Iterable[Hashable]) -> Ints:
    """Equal values as equal numbers: 0, 1, 2 … in the order in which they first come."""
    seen: dict[Hashable, int] = {}
    return np.array([seen.setdefault(value, len(seen)) for value in values], np.int64)
