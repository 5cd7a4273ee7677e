"""The pipes of one bot: lines out, lines in, and its log; nothing in them can block or flood the referee."""

import os
import select
from collections.abc import Callable

from bots.errors import LineTooLongError
from bots.play.clock import FIRST_LOOK, LOOK, SECOND
from bots.play.faults import Blame, fault
from bots.quoting import shown
from bots.sandbox import Limits, Process

FIRST_TICK_MS, TICK_MS = (1000 * each // SECOND for each in (FIRST_LOOK, LOOK))
"""After how long a bot is looked at, and how long one that ran out of time may go unnoticed."""
CHUNK = 64 << 10


class Closed(Exception):  # noqa: N818 an event, not an error
    """The bot has closed its end: it is gone, or on its way."""


class Channel:
    """Speaks with a process; raises Fault for what the bot must not write, Closed when it has left."""

    def __init__(self, process: Process, limits: Limits, heard: Callable[[bytes], None]) -> None:
        self._in, self._out, self._log = process.stdin, process.stdout, process.stderr
        self._limits = limits
        self._heard = heard
        self._unsent = b""
        self._blocked = False
        self._line = b""
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._log, select.POLLIN)  # after `out`: prints come before their answer

    def send(self, line: bytes) -> None:
        """Sends a line, or keeps what the pipe has no room for until `receive`."""
        if len(line) > self._limits.line_out:
            raise LineTooLongError(
                f"a line of {len(line)} bytes for a bot: the limit is {self._limits.line_out}"
            )
        self._unsent += line
        self._write()

    def expect_silence(self) -> None:
        """Between question and question a bot may print, but not reply."""
        if self._pump(0):
            raise fault(Blame.OUTPUT, f"nobody had asked for {shown(self._line)}")

    def receive(self, tick: Callable[[], object]) -> bytes:
        """The next line, no more; `tick` is called after 1 ms, then every 50, and may raise to stop."""
        patience = FIRST_TICK_MS
        while not self._pump(patience):
            tick()
            patience = TICK_MS
        line, _, more = self._line.partition(b"\n")
        self._line = b""
        if self._unsent:
            raise fault(Blame.OUTPUT, f"it has not read what it answers: {shown(line)}")
        if more:
            raise fault(Blame.OUTPUT, f"a second line: {shown(more)}")
        return line

    def drain(self) -> None:
        """Takes in what is left of the log of a bot that has ended."""
        while self._read_log():
            pass

    def _pump(self, patience: int) -> bool:
        """One look at all pipes; whether a line has come, or any part of one when there is no patience."""
        closed = False
        for fd, _ in self._poll.poll(patience):
            if fd == self._out:
                closed = not self._read_line()
            elif fd == self._in:
                self._write()
            elif not self._read_log():
                self._poll.unregister(self._log)
        if closed:
            raise Closed
        return b"\n" in self._line or bool(self._line and not patience)

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._in, self._unsent) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:  # what it has to say about its end is still to be read
            self._unsent = b""
        if self._blocked != bool(self._unsent):
            self._blocked = bool(self._unsent)
            if self._blocked:
                self._poll.register(self._in, select.POLLOUT)
            else:  # a bot that closes its end would be news at every look
                self._poll.unregister(self._in)

    def _read_line(self) -> bool:
        """Takes in what is there; False at the end."""
        chunk = os.read(self._out, self._limits.line_in + 1)
        self._line += chunk
        if len(self._line.partition(b"\n")[0]) > self._limits.line_in:
            raise fault(
                Blame.OUTPUT, f"a line of more than {self._limits.line_in} bytes: {shown(self._line)}"
            )
        return bool(chunk)

    def _read_log(self) -> bool:
        """Takes in what is there; False when nothing is or will be."""
        try:
            chunk = os.read(self._log, CHUNK)
        except BlockingIOError:
            return False
        self._heard(chunk)
        return bool(chunk)
