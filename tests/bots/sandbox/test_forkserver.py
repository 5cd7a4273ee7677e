"""The fork server: what holds for its forks beyond what holds for every sandboxed bot."""

import os
import signal
from pathlib import Path

import pytest

from bots.sandbox import SandboxError, forkserver

IDLE = "def choose(view, legal): return legal[0]"


@pytest.fixture
def own(bubblewrapped):
    """A launcher whose server may be harmed."""
    with forkserver.Launcher() as launcher:
        yield launcher


def kill_the_server(launcher: forkserver.Launcher) -> None:
    os.kill(launcher._server._process.pid, signal.SIGKILL)


def test_a_server_that_was_killed_is_started_anew(own, started):
    for _ in range(2):
        kill_the_server(own)
        assert started(own, IDLE).move() == "pass"


def test_nobody_is_to_blame_where_the_server_has_died(own, started):
    bots = [started(own, IDLE) for _ in range(2)]
    for bot in bots:
        bot.hello()
    kill_the_server(own)
    with pytest.raises(SandboxError, match="fork server has ended"):
        bots[0].process.exit(patience=5.0)
    with pytest.raises(SandboxError, match="fork server has ended"):
        bots[1].process.kill()
    for bot in bots:
        bot.process.close()
        assert ended(bot.process.pid)


def ended(pid: int) -> bool:
    """Whether it is gone, or waits only to be taken leave of."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True
