"""Reads the clocks of a running process from outside, without privilege, in a few microseconds."""

import contextlib
import os
import time
from typing import Self

from bots.play.clock import LOOK, Reading

GONE = -1
"""Stands for the descriptor of what is not there any more; the kernel answers it with an error."""


def _waited(fd: int) -> int:
    """Nanoseconds that the thread behind an open `schedstat` has waited for a processor."""
    return int(os.pread(fd, 64, 0).split()[1])


class ThreadWaits:
    """How long a process has waited for a processor, by its threads.

    They wait side by side: from look to look the one that waited longest counts. All together would be time
    for a sleeper that had fifteen threads wait in its stead. A process that is gone already has not waited:
    how it ended is told elsewhere.
    """

    def __init__(self, pid: int) -> None:
        self._folder = GONE
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            self._folder = os.open(f"/proc/{pid}/task", os.O_RDONLY | os.O_DIRECTORY)
        self._open: dict[str, int] = {}
        self._last: dict[str, int] = {}

    def since(self) -> int:
        """Nanoseconds since the last look; none of a process that is gone."""
        before = self._last.copy()
        try:
            if os.fstat(self._folder).st_nlink - 2 != len(self._open):  # the kernel counts the threads there
                self._meet()
            for thread, fd in self._open.items():
                self._last[thread] = _waited(fd)
        except OSError:  # one has ended since
            self._meet()
        waited = (last - before.get(thread, 0) for thread, last in self._last.items())
        return max(waited, default=0)

    def now(self) -> bool:
        """Whether any waits, or runs, at this moment."""
        return any(self._state(thread) == "R" for thread in self._listed())

    def _state(self, thread: str) -> str:
        try:
            with open(os.open(f"{thread}/stat", os.O_RDONLY, dir_fd=self._folder)) as file:
                return file.read().rpartition(")")[2].split()[0]
        except OSError:  # it has ended since
            return ""

    def _meet(self) -> None:
        """Opens what has appeared, retires what has ended."""
        threads = self._listed()
        for thread in self._open.keys() - threads:
            self._retire(thread)
        for thread in threads:
            with contextlib.suppress(OSError):
                self._look(thread)

    def _listed(self) -> set[str]:
        try:
            return set(os.listdir(self._folder))
        except OSError:
            return set()

    def _look(self, thread: str) -> None:
        if thread not in self._open:
            self._open[thread] = os.open(f"{thread}/schedstat", os.O_RDONLY, dir_fd=self._folder)
            self._last[thread] = 0
        try:
            self._last[thread] = _waited(self._open[thread])
        except OSError:
            self._retire(thread)

    def _retire(self, thread: str) -> None:
        os.close(self._open.pop(thread))
        del self._last[thread]

    def close(self) -> None:
        """Gives the file descriptors back."""
        for thread in list(self._open):
            self._retire(thread)
        if self._folder != GONE:
            os.close(self._folder)


class Meter:
    """The clocks of one process as the thread that made the meter watches it; nobody else may read it."""

    def __init__(self, pid: int) -> None:
        self._clock = ((~pid) << 3) | 2  # the kernel's name for the CPU clock of a process
        self._cpu = 0
        self._threads = ThreadWaits(pid)
        self._own = os.open("/proc/thread-self/schedstat", os.O_RDONLY)
        self._now, self._waited = time.monotonic_ns(), _waited(self._own)
        self._watched, self._wait = 0, 0
        self._ran = False

    def read(self, *, heard: bool = False) -> Reading:
        """All clocks now; the CPU of a process that is gone stands still.

        Say `heard` if the process has just answered: it may have done so while this thread waited for a
        processor. If it has not, it had that time as well.
        """
        last, waited, before = self._now, self._waited, self._cpu
        self._now, self._waited = time.monotonic_ns(), _waited(self._own)
        passed, waited = self._now - last, self._waited - waited
        self._watched += max(0, min(passed - waited, LOOK) if heard else min(passed, LOOK + waited))
        self._wait = min(self._wait + self._threads.since(), self._watched)  # nor did it wait in advance
        reading = Reading(self._watched, self.cpu(), self._wait)
        self._ran = reading.cpu != before
        return reading

    def cpu(self) -> int:
        """The CPU alone, which costs a tenth of a whole reading."""
        with contextlib.suppress(OSError):
            self._cpu = time.clock_gettime_ns(self._clock)
        return self._cpu

    def waits(self) -> bool:
        """Whether it wants to run and has not since the last look: a wait that the kernel will count."""
        return not self._ran and self._threads.now()

    def close(self) -> None:
        """Gives the file descriptors back."""
        self._threads.close()
        os.close(self._own)


class Turn:
    """What one move takes, in nanoseconds; a bot that answers before the first look was not idle."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._since: Reading | None = None
        self.began = self.cpu = meter.cpu()
        """The CPU figures when it was asked, and when it was last looked at."""
        self.idle = 0
        """Since the first look."""

    def look(self, *, heard: bool = False) -> Self:
        """At a bot that is slow to answer."""
        now = self._meter.read(heard=heard)
        self._since = self._since or now
        self.cpu, self.idle = now.cpu, now.idle_since(self._since)
        return self

    def end(self) -> Self:
        """It has answered."""
        if self._since:
            return self.look(heard=True)
        self.cpu = self._meter.cpu()
        return self
