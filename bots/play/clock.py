"""What a bot may use of time: its clocks, and the arithmetic of its banks.

CPU is a bank for the match with a cap for each move. All of it is charged, on turn or off, from the end of
the match before to the end of this one: thinking on an opponent's time buys nothing. Idle time is a bank too,
charged from the first millisecond after the question to the answer: what is left of the time that the referee
has watched after the bot's CPU and its wait for a processor are taken away. While an answer lies there and
the referee waits for a processor, is stopped or does something else, it watches nothing. So a sleeper loses,
and a busy host is nobody's fault.
"""

from typing import Annotated

from msgspec import Meta, Struct

SECOND = 1_000_000_000
"""Nanoseconds: measurements are in these, settings in seconds."""
LOOK = SECOND // 20
"""Nanoseconds between two looks at a bot that is waited for: what takes longer has not been watched."""
FIRST_LOOK = SECOND // 1000
"""Nanoseconds after its question: most bots have answered by then, and looking costs more than asking."""

Granted = Annotated[float, Meta(gt=0, le=86_400)]
"""Seconds, a day at most: with none at all every bot would lose."""


class Clocks(Struct, frozen=True, forbid_unknown_fields=True):
    """What a league grants each seat in each match, in seconds."""

    bank: Granted = 2.0
    move_cap: Granted = 1.0
    idle: Granted = 20.0
    startup_cpu: Granted = 5.0
    startup_wall: Granted = 20.0
    """Idle time, like `idle`, while the referee waits for `ready`: a busy host does not count."""


class Reading(Struct, frozen=True):
    """One look at everything that is measured, in nanoseconds."""

    watched: int
    cpu: int
    wait: int
    """For a processor, with threads that waited side by side."""

    def idle_since(self, before: "Reading") -> int:
        """Watched time in which the bot neither ran nor wanted to, never below 0."""
        watched, cpu, wait = self.watched - before.watched, self.cpu - before.cpu, self.wait - before.wait
        return max(0, watched - cpu - wait)


class Bank:
    """What one seat has left in one match; `cpu` is the figure from which it is charged."""

    def __init__(self, clocks: Clocks, cpu: int) -> None:
        self._start = cpu
        self._bank = int(clocks.bank * SECOND)
        self._idle = int(clocks.idle * SECOND)

    def cpu_used(self, cpu: int) -> int:
        """Nanoseconds charged in this match so far."""
        return cpu - self._start

    def cpu_left(self, cpu: int) -> int:
        """Nanoseconds, negative when overdrawn."""
        return self._bank - self.cpu_used(cpu)

    def idle_left(self, idle: int = 0) -> int:
        """Nanoseconds if this move has taken `idle` so far, negative when overdrawn."""
        return self._idle - idle

    def charge_idle(self, idle: int) -> None:
        """Takes a finished move's idle nanoseconds."""
        self._idle -= idle
