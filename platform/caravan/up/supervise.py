"""Keeps a few programs running: starts them again when they die, and leaves none behind.

A child gets SIGKILL from the kernel when its parent is gone, even by SIGKILL (PR_SET_PDEATHSIG, Linux), so
the supervisor starts its children from its main thread. They see to their own: bots die with their worker.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

WILL_NOT_WORK = 78
"""The exit code (EX_CONFIG) of a child that cannot work on this host: starting it again would not help."""
LOG_SIZE = 5 << 20
_LIBC = ctypes.CDLL(None)
_PR_SET_PDEATHSIG = 1


class GaveUpError(Exception):
    """A child said that it will not work here; the message is the last line that it wrote."""


@dataclass(frozen=True)
class Program:
    """What to run, and how."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    nice: int = 0
    keep: tuple[int, ...] = ()
    """Descriptors that it inherits."""
    again: Callable[[], bool] = lambda: True
    """Called when it has been started again, until it says that what was to be done is done."""


class Child:
    """A program, the process that runs it now, and when it may be started next."""

    def __init__(self, program: Program, log: Path) -> None:
        self.program = program
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None
        self._due = 0.0
        self._started = 0.0
        self._gap = 0.5
        self._again = False

    def start(self) -> None:
        """Starts the program in a process group of its own, its output appended to its log."""
        if self.log.exists() and self.log.stat().st_size > LOG_SIZE:
            self.log.replace(self.log.with_suffix(".old"))
        parent = os.getpid()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.program.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env=self.program.environment, pass_fds=self.program.keep, start_new_session=True,
                preexec_fn=lambda: tie(parent, self.program.nice),
            )  # fmt: skip
        self._started = time.monotonic()

    def tend(self) -> str:
        """Starts it again if it died and its time has come; a sentence when it was just found dead."""
        if self.process is None:
            if time.monotonic() >= self._due:
                self.start()
                self._again = True
            return ""
        code = self.process.poll()
        if code is None:
            self._again = self._again and not self.program.again()
            return ""
        if code == WILL_NOT_WORK:
            raise GaveUpError(self.last_line())
        self.process = None
        self._gap = 0.5 if time.monotonic() - self._started > 10 else min(self._gap * 2, 30)
        self._due = time.monotonic() + self._gap
        return f"{self.program.name} ended ({code}); starting it again in {self._gap:g} s. See {self.log}"

    def signal(self, number: int) -> None:
        """Sends a signal to the whole process group, if it is there."""
        if self.process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, number)

    def gone(self) -> bool:
        """Whether its process has ended."""
        return self.process is None or self.process.poll() is not None

    def last_line(self) -> str:
        """The last line of its log that is not empty."""
        lines = self.log.read_text(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")


def tie(parent: int, nice: int) -> None:
    """In a child before it runs anything: dies when the parent does, and is as modest as asked."""
    if sys.platform == "linux":
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)
    os.nice(nice)


@contextmanager
def unwinding() -> Iterator[None]:
    """SIGTERM ends what is within as Ctrl-C does, by an exception, so that all is put away; exit code 143."""

    def leave(number: int, _: object) -> None:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class Supervisor:
    """Runs programs; the first is the broker that the others lean on."""

    def __init__(self, logs: Path, say: Callable[[str], None]) -> None:
        self._logs = logs
        self._say = say
        self._children: list[Child] = []
        self.stopping = False
        logs.mkdir(parents=True, exist_ok=True)

    def add(self, program: Program) -> None:
        """Starts a program and looks after it from now on."""
        child = Child(program, self._logs / f"{program.name}.log")
        self._children.append(child)
        child.start()

    def listen(self) -> None:
        """From now on SIGINT and SIGTERM end `run` instead of the process."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._end)

    def _end(self, *_: object) -> None:
        self.stopping = True

    def run(self, until: Callable[[], bool] = lambda: False, seconds: float = float("inf")) -> bool:
        """Looks after the children until the condition holds (True), or time or a signal ends it (False)."""
        end = time.monotonic() + seconds
        while not self.stopping and time.monotonic() < end:
            for child in self._children:
                if sentence := child.tend():
                    self._say(sentence)
            if until():
                return True
            time.sleep(0.1)
        return False

    def stop(self, patience: float = 5) -> None:
        """Ends all, politely, then with force; the first (the broker) outlives the rest."""
        for group in (self._children[1:], self._children[:1]):
            for child in group:
                child.signal(signal.SIGTERM)
            end = time.monotonic() + patience
            while time.monotonic() < end and not all(child.gone() for child in group):
                time.sleep(0.05)
            for child in group:
                child.signal(signal.SIGKILL)
                if child.process:
                    child.process.wait()
