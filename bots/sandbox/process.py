"""A bot that runs: its pid, its three pipes, and how it ended."""

import os
import signal
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from subprocess import PIPE, Popen
from types import TracebackType
from typing import IO, Any, Protocol, Self

from bots.sandbox.runner import CLOSED, OUT_OF_MEMORY

PATIENCE = 0.25
"""Seconds that a bot which closed its pipe gets to be gone by itself."""


class Ending(Enum):
    """Every way in which a bot's process can end, as its owner is told; each is the bot's own doing."""

    FINISHED = "ended by itself"
    ERROR = "ended with an error"
    FORBIDDEN = "made a forbidden system call"
    CRASHED = "crashed"
    MEMORY = "ran out of memory"
    CPU = "ran into the kernel's CPU limit"
    CLOSED = "closed its output"
    STOPPED = "was stopped by the referee"


@dataclass(frozen=True)
class ExitStatus:
    """How a process ended: its exit code, or the number of the signal that killed it."""

    ending: Ending
    code: int | None = None
    signal: int | None = None

    @property
    def words(self) -> str:
        """A phrase that follows "the bot": `crashed (signal 11)`, `ended with an error (exit code 1)`."""
        match self.ending:
            case Ending.ERROR:
                return f"ended with an error (exit code {self.code})"
            case Ending.CRASHED:
                return f"crashed (signal {self.signal})"
            case ending:
                return str(ending.value)


def exit_status(code: int) -> ExitStatus:
    """What a return code of `Popen` says, where a negative one is a signal."""
    if code >= 0:
        return ExitStatus(_CODES.get(code, Ending.ERROR), code=code)
    return ExitStatus(_SIGNALS.get(-code, Ending.CRASHED), signal=-code)


_CODES = {0: Ending.FINISHED, OUT_OF_MEMORY: Ending.MEMORY, CLOSED: Ending.CLOSED}
_SIGNALS: dict[int, Ending] = {
    signal.SIGSYS: Ending.FORBIDDEN,
    signal.SIGXCPU: Ending.CPU,
    signal.SIGKILL: Ending.CPU,  # the referee's own is told apart, so this one is the hard limit's
}


class Child(Protocol):
    """What stands behind a `Process`: our ends of its pipes, and its end."""

    stdin: IO[bytes] | None
    stdout: IO[bytes] | None
    stderr: IO[bytes] | None
    returncode: int | Any
    """As of `Popen`, once it has ended."""
    cpu: float
    """Seconds that it used, once it has ended."""

    def ended(self, *, wait: bool) -> bool:
        """Whether it has; `wait` until it has."""


class Spawned(Popen[bytes]):
    """A child of this process."""

    cpu = 0.0

    def ended(self, *, wait: bool) -> bool:
        """Whether it has; `wait` until it has."""
        if self.returncode is None:
            pid, status, usage = os.wait4(self.pid, 0 if wait else os.WNOHANG)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
                self.cpu = usage.ru_utime + usage.ru_stime
        return self.returncode is not None


def spawn(
    command: Sequence[str], *, folder: Path, environment: Mapping[str, str], keep: Sequence[int] = ()
) -> Spawned:
    """Start `command` in a process group of its own on three pipes, with only the descriptors in `keep`.

    It stays in our session, because the kernel shares processors out among sessions: with one of its own, a
    bot that is asked would queue behind everything else on a busy host, and so would we at its answer.
    """
    return Spawned(
        command, bufsize=0, stdin=PIPE, stdout=PIPE, stderr=PIPE, cwd=folder, env=environment,
        close_fds=True, pass_fds=keep, process_group=0,
    )  # fmt: skip


class Process:
    """A bot in a plain process; closing it leaves nothing behind.

    `stdin`, `stdout` and `stderr` are our ends of its pipes, non-blocking, open until `close`: what it wrote
    before it ended can still be read. They are the protocol in, the protocol out, and the log.
    """

    def __init__(self, child: Child, pid: int) -> None:
        self.pid = pid
        """Of the bot itself on the host, for its clocks."""
        self._child = child
        self._stopped = False
        self._held = ExitStack()
        pipes = [self._held.enter_context(p) for p in (child.stdin, child.stdout, child.stderr) if p]
        self.stdin, self.stdout, self.stderr = (pipe.fileno() for pipe in pipes)
        for fd in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(fd, False)

    def exit(self, patience: float = PATIENCE) -> ExitStatus:
        """How it ended, after waiting a moment for one that is on its way out; then it is killed."""
        late = time.monotonic() + patience
        while not self._child.ended(wait=False):
            if time.monotonic() > late:
                return self.kill()
            time.sleep(0.001)
        return self._status(self._child.returncode)

    def kill(self) -> ExitStatus:
        """End it now, wait until all of it is gone, say how it ended."""
        if not self._child.ended(wait=False):
            self._stopped = True
            self._strike()
            self._child.ended(wait=True)
        return self._status(self._child.returncode)

    def close(self) -> None:
        """Kill what still runs and give back the pipes; again is harmless."""
        try:
            if not self._child.ended(wait=False):
                self._strike()
                self._child.ended(wait=True)
        finally:
            self._held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None:
        self.close()

    def _strike(self) -> None:
        os.killpg(self.pid, signal.SIGKILL)

    def _status(self, code: int) -> ExitStatus:
        if self._stopped and code == -signal.SIGKILL:
            return ExitStatus(Ending.STOPPED, signal=signal.SIGKILL)
        return exit_status(code)
