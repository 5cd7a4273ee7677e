"""A bot inside bubblewrap, seen from outside: its start, its one way to be killed, the reason of its end."""

import json
import os
import select
import signal
from contextlib import suppress

from bots.sandbox.cgroup import Cgroup
from bots.sandbox.interface import SandboxError
from bots.sandbox.limits import Limits
from bots.sandbox.process import Child, Ending, ExitStatus, Process, Spawned, exit_status

START = 30.0
"""Seconds in which bubblewrap must have made its namespaces."""


class Status:
    """What bubblewrap says about its child: first the pid, at the end whether it came as far as the bot."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._heard = b""

    def pid(self, child: Spawned) -> int:
        """The bot's pid on the host; SandboxError with bubblewrap's own words if there is none."""
        while b"\n" not in self._heard:
            ready, _, _ = select.select([self._fd], [], [], START)
            more = os.read(self._fd, 4096) if ready else b""
            if not more:
                raise SandboxError(last_words(child) if ready else "bubblewrap does not start its child")
            self._heard += more
        return int(json.loads(self._heard.splitlines()[0])["child-pid"])

    def reached_the_bot(self) -> bool:
        """Whether the sandbox was complete; to be asked after bubblewrap's end."""
        while more := os.read(self._fd, 4096):
            self._heard += more
        return b'"exit-code"' in self._heard

    def close(self) -> None:
        """Give the pipe back."""
        os.close(self._fd)


class ConfinedProcess(Process):
    """A bot in a sandbox, process 1 of its own namespace: killed by a handle that hits no other."""

    def __init__(
        self, child: Child, pid: int, pidfd: int | None, group: Cgroup | None, limits: Limits
    ) -> None:
        super().__init__(child, pid)
        self._pidfd, self._group, self._limits = pidfd, group, limits
        if group:
            self._held.callback(group.close)

    def _strike(self) -> None:
        if self._pidfd is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)

    def _status(self, code: int) -> ExitStatus:
        if code == -signal.SIGKILL and self._stopped:
            return ExitStatus(Ending.STOPPED, signal=signal.SIGKILL)
        if complaint := self._never_reached():
            raise SandboxError(complaint)
        if code == -signal.SIGKILL:
            return ExitStatus(self._killed_for(), signal=signal.SIGKILL)
        return exit_status(code)

    def _never_reached(self) -> str:
        """Why the sandbox was not complete, if it was not; asked after the end."""
        raise NotImplementedError

    def _killed_for(self) -> Ending:
        """Why the kernel did it: a bot cannot kill process 1, nor may it return 137."""
        if self._group and self._group.ran_out_of_memory():
            return Ending.MEMORY
        if self._child.cpu > self._limits.cpu / 2:  # the limit is counted in ticks, this exactly
            return Ending.CPU
        raise SandboxError("somebody outside killed the bot; the host may be out of memory")


class SandboxedProcess(ConfinedProcess):
    """A bot for which bubblewrap waits outside, and says 128 + n where signal n killed it."""

    def __init__(
        self, child: Spawned, pid: int, status: Status, group: Cgroup | None, limits: Limits
    ) -> None:
        super().__init__(child, pid, handle(pid), group, limits)
        self._bubblewrap, self._said = child, status
        if self._pidfd is not None:
            self._held.callback(os.close, self._pidfd)
        self._held.callback(status.close)

    def _status(self, code: int) -> ExitStatus:
        return super()._status(128 - code if 128 < code <= 128 + signal.SIGRTMAX else code)

    def _never_reached(self) -> str:
        return "" if self._said.reached_the_bot() else last_words(self._bubblewrap)


def handle(pid: int) -> int | None:
    """A descriptor of this process and no other; None if it is gone already."""
    with suppress(ProcessLookupError):
        return os.pidfd_open(pid)
    return None


def abandon(child: Spawned, status: Status, group: Cgroup | None) -> None:
    """Leave nothing of a start that failed."""
    child.kill()
    child.wait()
    status.close()
    for pipe in (child.stdin, child.stdout, child.stderr):
        if pipe:
            pipe.close()
    if group:
        group.close()


def last_words(child: Spawned) -> str:
    """What bubblewrap wrote before it gave up."""
    if not child.stderr:
        return ""
    os.set_blocking(child.stderr.fileno(), False)
    words = child.stderr.read(4096) or b"the sandbox ended before it reached the bot"
    return words.decode(errors="replace").strip()
