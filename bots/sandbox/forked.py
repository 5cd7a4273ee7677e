"""A bot that the fork server has started, seen from outside."""

import os
import select
import signal
import socket
from contextlib import suppress
from typing import IO, Any

import msgspec

from bots.sandbox.cgroup import Cgroup
from bots.sandbox.interface import SandboxError
from bots.sandbox.limits import Limits
from bots.sandbox.sandboxed import START, ConfinedProcess


class ServerGoneError(SandboxError):
    """The fork server has ended, and all its forks with it."""


class Said(msgspec.Struct, frozen=True):
    """One message about a bot, by the server or by the fork itself; see `forker.py`."""

    confined: bool = False
    error: str = ""
    code: int | None = None
    cpu: float = 0.0


class Fork:
    """Our ends of a bot's pipes, and of the socket on which its start and its end are told."""

    def __init__(self, stdin: int, stdout: int, stderr: int, status: socket.socket) -> None:
        self.stdin: IO[bytes] | None = os.fdopen(stdin, "wb", 0)
        self.stdout: IO[bytes] | None = os.fdopen(stdout, "rb", 0)
        self.stderr: IO[bytes] | None = os.fdopen(stderr, "rb", 0)
        self.returncode: int | Any = None
        self.cpu = 0.0
        self.pidfd: int | None = None
        self.confined = False
        """Whether the sandbox was complete, so that all that came after is the bot's doing."""
        self.error = "the bot was gone before it was confined"
        """Why it was not."""
        self._status: socket.socket | None = status

    def pid(self) -> int:
        """The bot's own on this host; SandboxError if there is none."""
        while self.pidfd is None:
            if self._hear(START).error:
                raise SandboxError(self.error)
        with open(f"/proc/self/fdinfo/{self.pidfd}") as file:
            pid = int(dict(line.split(":", 1) for line in file)["Pid"])
        if pid <= 0:
            raise SandboxError(self.error)
        return pid

    def ended(self, *, wait: bool) -> bool:
        """Whether it has; `wait` until it has."""
        with suppress(BlockingIOError):
            while self.returncode is None:
                said = self._hear(START if wait else 0.0)
                self.returncode, self.cpu = said.code, said.cpu
        return self.returncode is not None

    def release(self) -> None:
        """Give all descriptors back but the pipes."""
        if self._status:
            self._status.close()
            self._status = None
            if self.pidfd is not None:
                os.close(self.pidfd)

    def abandon(self) -> None:
        """Leave nothing of a start that failed."""
        if self.pidfd is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.pidfd, signal.SIGKILL)
            self._outlive()
        self.release()
        for pipe in (self.stdin, self.stdout, self.stderr):
            if pipe:
                pipe.close()

    def _hear(self, patience: float) -> Said:
        """The next message; BlockingIOError if it is not there and there is no patience."""
        message, pidfds = self._receive(patience)
        if not message:
            self._outlive()
            raise ServerGoneError("the fork server has ended")
        self.pidfd = pidfds[0] if pidfds else self.pidfd
        said = msgspec.json.decode(message, type=Said)
        self.confined |= said.confined
        self.error = said.error or self.error
        return said

    def _receive(self, patience: float) -> tuple[bytes, list[int]]:
        if not self._status:
            return b"", []
        self._status.settimeout(patience)
        try:
            message, pidfds, _, _ = socket.recv_fds(self._status, 4096, 1)
        except TimeoutError:
            raise ServerGoneError("the fork server does not answer") from None
        except ConnectionResetError:
            return b"", []
        return message, pidfds

    def _outlive(self) -> None:
        """Wait until the process is gone, which has nobody left to tell of it."""
        if self._status and self.pidfd is not None:
            select.select([self.pidfd], [], [], START)


class ForkedProcess(ConfinedProcess):
    """A bot for which the fork server waits; where that has gone first, nobody is to blame."""

    def __init__(self, child: Fork, pid: int, group: Cgroup | None, limits: Limits) -> None:
        super().__init__(child, pid, child.pidfd, group, limits)
        self._fork = child
        self._held.callback(child.release)

    def close(self) -> None:
        """Kill what still runs and give everything back, also without a server; again is harmless."""
        with suppress(ServerGoneError):
            super().close()

    def _never_reached(self) -> str:
        return "" if self._fork.confined else self._fork.error
