"""The figures of one database: it is filled, and then everything is asked for again and again."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass

from benchmarks import bulk, synthetic
from benchmarks.asking import Asked, everything
from benchmarks.queries import Query, watched

RUNS = 5


@dataclass(frozen=True, slots=True)
class Figure:
    """What was asked for, and what the best of some runs took, in seconds."""

    asked: Asked
    queries: int
    total: float
    slowest: Query | None

    @property
    def alone(self) -> float:
        """The slowest query."""
        return self.slowest.seconds if self.slowest else 0.0


def measure(matches: int) -> list[Figure]:
    """Of the database that is in use, and empty."""
    began = time.monotonic()
    bulk.hurry()
    synthetic.load(matches)
    bulk.analyse()
    print(f"Loaded in {time.monotonic() - began:.0f} s.", file=sys.stderr)
    return [figure(asked) for asked in everything()]


def figure(asked: Asked) -> Figure:
    """The first run warms up."""
    runs: list[list[Query]] = []
    for _ in range(RUNS + 1):
        with watched() as found:
            asked.does()
        runs.append(found)
    best = min(runs[1:], key=seconds)
    slowest = max(best, key=lambda query: query.seconds, default=None)
    return Figure(asked, len(best), seconds(best), slowest)


def seconds(run: list[Query]) -> float:
    """All of its queries together."""
    return sum(query.seconds for query in run)
