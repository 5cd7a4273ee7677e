"""Costs side by side: each side does its thing in turn (A B A B …), the median of the rounds counts."""

from __future__ import annotations

import os
import platform
import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from pathlib import Path
from statistics import median
from typing import NamedTuple

TICK = os.sysconf("SC_CLK_TCK")


class Cost(NamedTuple):
    """What so many things took."""

    seconds: float
    """Of wall time or of CPU, as the side says."""
    things: int


Side = Callable[[int], Cost]
"""Does its thing so many times, or a thing that has so many parts."""
Clock = Callable[[Callable[[], object]], float]
"""Seconds that an action takes."""


def repeated(clock: Clock, once: Callable[[], object]) -> Side:
    """Doing it again and again, by this clock."""

    def side(count: int) -> Cost:
        def action() -> None:
            for _ in range(count):
                once()

        return Cost(clock(action), count)

    return side


@dataclass(frozen=True)
class Row:
    """A comparison of costs."""

    what: str
    clock: str
    """`wall` or `CPU`."""
    peer: str
    costs: Sequence[float]
    """Ours, in seconds, and theirs unless the peer is not there."""
    most: float | None = None
    """Ours may be so many times theirs."""
    least: float | None = None
    """Theirs must be so many times ours."""


class Bench:
    """Measures for a time, so many rounds."""

    def __init__(self, seconds: float, rounds: int) -> None:
        self.seconds, self.rounds = seconds, rounds

    def costs(self, *sides: Side) -> list[float]:
        """Of one thing of each side, in seconds."""
        counts = [self.calibrated(side) for side in sides]
        taken = [[side(n) for side, n in zip(sides, counts, strict=True)] for _ in range(self.rounds)]
        return [median(cost.seconds / cost.things for cost in of) for of in zip(*taken, strict=True)]

    def calibrated(self, side: Side) -> int:
        """How many things take about the time asked for; the first of all may take longer."""
        side(1)
        count = 1
        while (spent := wall(partial(side, count))) < self.seconds / 4:
            count *= 2
        return max(1, round(count * self.seconds / spent))


def wall(action: Callable[[], object]) -> float:
    """The seconds that it takes."""
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def cpu(action: Callable[[], object]) -> float:
    """The CPU seconds that it takes of this process and of all below it."""
    below, own = running(), finished()
    action()
    return finished() - own + running() - below


def finished() -> float:
    """CPU seconds of this process and of all that it has waited for."""
    own = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in own)


def running() -> float:
    """CPU seconds of the processes below this one, and, to a tick, of what they have waited for."""
    return sum(used(pid) + ticks / TICK for pid, ticks in descendants())


def used(pid: int) -> float:
    """CPU seconds of a process; none of one that is gone."""
    try:
        return time.clock_gettime(((~pid) << 3) | 2)
    except OSError:
        return 0.0


def descendants() -> list[tuple[int, int]]:
    """Every process below this one, and the CPU ticks of the children that it has waited for."""
    found: dict[int, list[str]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            found[int(path.parent.name)] = path.read_text().rpartition(")")[2].split()
        except OSError:  # has ended since
            continue
    below, more = set[int](), {os.getpid()}
    while more := {pid for pid, fields in found.items() if int(fields[1]) in more} - below:
        below |= more
    return [(pid, int(found[pid][13]) + int(found[pid][14])) for pid in below]


def machine() -> str:
    """In general terms."""
    cores = len(os.sched_getaffinity(0))
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{python} on {cores} shared cores ({platform.machine()})"


def version(name: str) -> str:
    """Of a distribution that is installed here, or an empty word."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
