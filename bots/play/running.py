"""One process of a bot: started, asked, measured, ended."""

import math
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bots.play.channel import Channel
from bots.play.clock import SECOND, Bank, Clocks, Reading
from bots.play.faults import Blame, fault
from bots.play.logbook import Line
from bots.play.meter import Meter, Turn
from bots.play.protocol import Answer, Ask, Hello, Left, Over, Start, encode, read_answer, read_ready
from bots.quoting import shown
from bots.sandbox import ExitStatus, Launcher, Limits
from referee.match import Fault


class Table(Struct, frozen=True):
    """What a bot is told and granted in all its matches."""

    game: str
    seats: int
    rules: Mapping[str, Any]
    clocks: Clocks
    limits: Limits
    matches: int

    def process_limits(self) -> Limits:
        """With a CPU limit for the kernel to keep, beyond twice all that can be seen of it in its matches.

        The kernel counts by looking at every tick, so who runs at ticks only runs into a limit far from its
        clocks; that would look like a kill from outside, and its match would be repeated instead of lost.
        """
        clocks = self.clocks
        start, match = clocks.startup_cpu + clocks.startup_wall, clocks.bank + clocks.idle
        longest = self.seats * (start + self.matches * match)
        return replace(self.limits, cpu=math.ceil(2 * longest * (os.cpu_count() or 1)))


class Version(Struct, frozen=True):
    """What is started."""

    folder: Path
    entry: str
    language: str


class Running:
    """A bot's process; every method raises Fault for what the bot did, Closed when it has left."""

    def __init__(
        self,
        version: Version,
        table: Table,
        launcher: Launcher,
        heard: Callable[[bytes], None],
        pulse: Callable[[], Any],
    ) -> None:
        self._clocks, self._pulse = table.clocks, pulse
        self._process = launcher.launch(
            version.folder, version.entry, version.language, table.process_limits()
        )
        try:
            self._channel = Channel(self._process, table.limits, heard)
            self._meter = Meter(self._process.pid)
        except BaseException:
            self._process.close()
            raise
        self._charged: int | None = None
        """The CPU figure up to which all is paid; None until it is ready."""
        self._bank = Bank(self._clocks, 0)
        self._line, self._since = Line(0), 0
        """What the log says now, and the CPU figure with which that began."""
        self._channel.send(encode(Hello(table.game, table.seats, table.rules, table.clocks)))

    def get_ready(self) -> None:
        """Waits until the bot is ready for its first match; every fault before that is a start-up's.

        Its idle time runs from here, so that nobody is blamed for how long others took before.
        """
        if self._charged is None:
            since = self._meter.read()
            try:
                read_ready(self._channel.receive(lambda: self._check_startup(since, asked=True)))
            except Fault as early:
                raise early if early.code == Blame.STARTUP else fault(Blame.STARTUP, early.reason) from None
            self._charged = self._check_startup(since).cpu

    def start(self, line: Line, match: int, seat: int, dice_seed: str) -> None:
        """Opens a match and its bank; `line` is kept up to the first question."""
        self._line, self._since = line, self._charged or 0
        self._bank = Bank(self._clocks, self._since)
        self._channel.send(encode(Start(match, seat, dice_seed)))

    def expect_silence(self) -> None:
        """Nothing may come between the questions."""
        self._channel.expect_silence()

    def ask(self, line: Line, view: Mapping[str, Any], legal: Sequence[str], news: Sequence[Any]) -> Answer:
        """The bot's legal answer; the times are kept in `line` also when there is none."""
        turn = Turn(self._meter)
        self._note(turn.began)
        self._line, self._since = line, turn.began
        self._check(turn)
        line.bank = round(self._bank.cpu_left(turn.cpu) / SECOND, 3)
        line.idle = round(self._bank.idle_left() / SECOND, 3)
        self._channel.send(encode(Ask(line.number, view, legal, news, Left(line.bank, line.idle))))
        reply = self._channel.receive(lambda: self._check(turn.look(), asked=True))
        self._check(turn.end())
        self._bank.charge_idle(turn.idle)
        answer = read_answer(reply)
        line.answer, line.tag = answer.move, answer.tag
        if answer.move not in legal:
            raise fault(Blame.ILLEGAL, f"'{shown(answer.move)}'")
        return answer

    def over(self, points: Sequence[int], ranks: Sequence[int]) -> None:
        """Closes a match: from here CPU is charged to the next."""
        self._charged = self._note(self._meter.cpu())
        self._channel.send(encode(Over(points, ranks)))

    def cpu_used(self) -> float:
        """Seconds charged in this match so far."""
        return self._bank.cpu_used(self._note(self._meter.cpu())) / SECOND

    def end(self, *, by_itself: bool) -> ExitStatus:
        """Ends the process, takes in the rest of its log, gives everything back."""
        try:
            status = self._process.exit() if by_itself else self._process.kill()
            self._channel.drain()
            return status
        finally:
            self._process.close()
            self._meter.close()

    def _check_startup(self, since: Reading, *, asked: bool = False) -> Reading:
        self._pulse()
        now = self._meter.read()
        if now.cpu > self._clocks.startup_cpu * SECOND:
            raise fault(Blame.STARTUP, f"more than {self._clocks.startup_cpu:g} s of CPU time went by")
        if now.idle_since(since) > self._clocks.startup_wall * SECOND and not self._waits(asked=asked):
            raise fault(Blame.STARTUP, f"more than {self._clocks.startup_wall:g} s went by in idleness")
        return now

    def _waits(self, *, asked: bool) -> bool:
        """Whether what looks idle may be a wait for a processor that is not over, so not counted yet."""
        return asked and self._meter.waits()

    def _note(self, cpu: int) -> int:
        """Writes down the CPU up to this figure."""
        self._line.ms = round((cpu - self._since) / 1e6, 3)
        return cpu

    def _check(self, turn: Turn, *, asked: bool = False) -> None:
        """Writes down what this move has taken so far; Fault when any clock has run out.

        `asked` as long as there is no answer.
        """
        self._pulse()
        self._note(turn.cpu)
        self._line.idle_ms = round(turn.idle / 1e6, 3)
        if turn.cpu - turn.began > self._clocks.move_cap * SECOND:
            raise fault(Blame.CPU_MOVE, f"more than {self._clocks.move_cap:g} s")
        if self._bank.cpu_left(turn.cpu) < 0:
            raise fault(Blame.CPU, f"more than {self._clocks.bank:g} s")
        if self._bank.idle_left(turn.idle) < 0 and not self._waits(asked=asked):
            raise fault(Blame.IDLE, f"more than {self._clocks.idle:g} s")
