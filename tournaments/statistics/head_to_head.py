"""Who is ahead of whom where they met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tournaments.statistics.intervals import wilson
from tournaments.statistics.rows import Finished, pairs


@dataclass(frozen=True, slots=True)
class Meetings:
    """How two entries did at the tables where both sat; `one` has the lower number."""

    one: int
    other: int
    fixtures: int
    share: float
    """Of them, those in which `one` was ahead; equal ranks are a half."""
    low: float
    high: float
    """The 95 % interval: Wilson's, with the fixture as the trial, since its matches share their cards."""


def head_to_head(fixtures: Sequence[Finished]) -> list[Meetings]:
    """Every pair that has met, by their numbers."""
    met = pairs(fixtures)
    swapped = met.one > met.other
    both = np.stack([np.where(swapped, met.other, met.one), np.where(swapped, met.one, met.other)], axis=1)
    names, which = np.unique(both, axis=0, return_inverse=True)
    which = which.ravel()
    counts = np.bincount(which, minlength=len(names))
    won = np.bincount(which, np.where(swapped, 1 - met.outcome, met.outcome), minlength=len(names))
    shares = won / counts
    low, high = wilson(shares, counts)
    columns = (*names.T, counts, shares, low, high)
    return [Meetings(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]
