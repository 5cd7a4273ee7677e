"""One bot at one table for one rotation of all deals: a process that plays match after match.

A fault ends the process; the next match gets a fresh one. A bot that never gets ready, or has three faults,
is at fault from the first move in all matches that are left. What fails on our side is an exception, never a
fault.
"""

from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from bots.play.channel import Closed
from bots.play.faults import Blame, ended, fault
from bots.play.logbook import Logbook
from bots.play.running import Running, Table, Version
from bots.sandbox import Launcher
from referee.match import Fault

FAULTS = 3
"""So many in one session, and the bot sits out the rest."""


class Conduct:
    """How much a bot is still forgiven; `barred` is why it sits out what is left."""

    def __init__(self, faults: int = FAULTS) -> None:
        self._left = faults
        self.barred: Fault | None = None

    def fell(self, caught: Fault, *, ready: bool) -> None:
        """Counts a fault; a bot that does not get ready is not tried again."""
        self._left -= 1
        if not ready:
            self.barred = caught
        elif not self._left:
            self.barred = fault(Blame.REPEATED, caught.reason)


class Session:
    """Plays the matches of one bot, each from `start` to `over`; `choose` is a Player of `referee.match`."""

    def __init__(
        self,
        version: Version,
        table: Table,
        launcher: Launcher,
        pulse: Callable[[], Any] = lambda: None,
        conduct: Conduct | None = None,
    ) -> None:
        """Starts the process without waiting for it; `pulse` is called at least every 50 ms of play."""
        self._version, self._table, self._launcher, self._pulse = version, table, launcher, pulse
        self._conduct = conduct or Conduct()
        self._log = Logbook(table.limits.log)
        self._fault: Fault | None = None
        self._cpu = 0.0
        self._running = None if self._conduct.barred else self._launch()

    def start(self, match: int, seat: int, dice_seed: str) -> None:
        """Begins a match; a bot that cannot is at fault when it is first asked."""
        self._cpu = 0.0
        self._fault = self._conduct.barred
        if self._fault:
            self._log.lines[0].fault = self._fault.reason
            return
        self._running = running = self._running or self._launch()
        try:
            running.get_ready()
            running.start(self._log.lines[0], match, seat, dice_seed)
        except (Fault, Closed) as caught:
            self._fall(running, caught, ready=False)

    def choose(self, seat: int, view: Mapping[str, Any], legal: Sequence[str], news: Sequence[Any]) -> str:
        """A legal move, or the Fault after which the bot is not asked again in this match."""
        if not (running := self._running):
            raise self._fault or RuntimeError("asked outside of a match")
        try:
            line = self._log.question(len(self._log.lines))
            running.expect_silence()
            return running.ask(line, view, legal, news).move
        except (Fault, Closed) as caught:
            raise self._fall(running, caught) from None

    @property
    def tag(self) -> str:
        """The word beside its last answer."""
        return self._log.lines[-1].tag

    def over(self, points: Sequence[int], ranks: Sequence[int]) -> tuple[float, str]:
        """Ends a match: the CPU seconds charged, and the log, encoded."""
        if self._running:
            self._cpu = self._running.cpu_used()
            self._running.over(points, ranks)
        log, self._log = self._log, Logbook(self._table.limits.log)
        return round(self._cpu, 6), log.encoded()

    def close(self) -> None:
        """Leaves nothing behind."""
        if self._running:
            self._running.end(by_itself=False)
            self._running = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _launch(self) -> Running:
        return Running(self._version, self._table, self._launcher, self._hear, self._pulse)

    def _hear(self, chunk: bytes) -> None:
        self._log.hear(chunk)

    def _fall(self, running: Running, caught: Fault | Closed, *, ready: bool = True) -> Fault:
        """Ends the process for a fault and writes down why."""
        self._running = None
        self._cpu = running.cpu_used()
        status = running.end(by_itself=isinstance(caught, Closed))
        words = self._log.fell()
        if isinstance(caught, Closed):
            caught = ended(status, words, blame=None if ready else Blame.STARTUP)
        self._fault = caught
        self._log.lines[-1].fault = caught.reason
        self._conduct.fell(caught, ready=ready)
        return caught
