"""A bot inside bubblewrap, seen from outside: its start, its one way to be killed, the reason of its end."""

import json
import os
import select
import signal
from contextlib import suppress
from subprocess import Popen

from bots.clock import Limits
from bots.sandbox.cgroup import Cgroup
from bots.sandbox.interface import SandboxError
from bots.sandbox.process import Ending, ExitStatus, Process, exit_status

START = 10.0
"""Seconds in which bubblewrap must have made its namespaces."""


class Status:
    """What bubblewrap says about its child: first the pid, at the end whether it came as far as the bot."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._heard = b""

    def pid(self, child: Popen[bytes]) -> int:
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


class SandboxedProcess(Process):
    """A bot in its sandbox: process 1 of its own namespace, with bubblewrap waiting for it outside."""

    def __init__(
        self, child: Popen[bytes], pid: int, status: Status, group: Cgroup | None, limits: Limits
    ) -> None:
        super().__init__(child, pid)
        self._said, self._group, self._limits = status, group, limits
        self._pidfd: int | None = None
        with suppress(ProcessLookupError):  # gone already
            self._pidfd = os.pidfd_open(pid)
            self._held.callback(os.close, self._pidfd)
        self._held.callback(status.close)
        if group:
            self._held.callback(group.close)

    def _strike(self) -> None:
        if self._pidfd is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)

    def _status(self, code: int) -> ExitStatus:
        if code == 128 + signal.SIGKILL and self._stopped:
            return ExitStatus(Ending.STOPPED, signal=signal.SIGKILL)
        if not self._said.reached_the_bot():
            raise SandboxError(last_words(self._child))
        if code == 128 + signal.SIGKILL:
            return ExitStatus(self._killed_for(), signal=signal.SIGKILL)
        return exit_status(128 - code if 128 < code <= 128 + signal.SIGRTMAX else code)

    def _killed_for(self) -> Ending:
        """Why the kernel did it: a bot cannot kill process 1, nor may it return 137."""
        if self._group and self._group.ran_out_of_memory():
            return Ending.MEMORY
        if self._cpu > self._limits.cpu / 2:  # the limit is counted in ticks, this exactly
            return Ending.CPU
        raise SandboxError("somebody outside killed the bot; the host may be out of memory")


def abandon(child: Popen[bytes], status: Status, group: Cgroup | None) -> None:
    """Leave nothing of a start that failed."""
    child.kill()
    child.wait()
    status.close()
    for pipe in (child.stdin, child.stdout, child.stderr):
        if pipe:
            pipe.close()
    if group:
        group.close()


def last_words(child: Popen[bytes]) -> str:
    """What bubblewrap wrote before it gave up."""
    if not child.stderr:
        return ""
    os.set_blocking(child.stderr.fileno(), False)
    words = child.stderr.read(4096) or b"the sandbox ended before it reached the bot"
    return words.decode(errors="replace").strip()
