"""A whole Caravan started by `manage.py up` on a folder of its own, looked at from outside."""

from __future__ import annotations

import http.client
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar

from bots.sandbox import forkserver

ROOT = Path(__file__).parents[1]
WARM = " ".join(forkserver.PYTHON)
"""How the command of the fork server begins, and that of each of its forks."""
PATIENCE = 600.0
"""Seconds after which what has not come about never will, on the busiest host."""
T = TypeVar("T")
SLOW_BOT = """\
import time

def choose(view, legal):
    time.sleep(0.05)
    return legal[0]
"""
SLOW_DEMO = """\
bots = [
    {{name = "random", folder = "bots/house/any/random", games = ["pis_yedili"], note = ""}},
    {{name = "sensible", folder = "bots/house/pis_yedili/sensible", games = ["pis_yedili"], note = ""}},
    {{name = "slow", folder = "{folder}", games = ["pis_yedili"], note = ""}},
]
season = {{title = "Slow", hours = 1, round_gap = 1, entries = ["slow", "sensible"]}}
[league]
slug = "slow"
title = "Slow"
game = "pis_yedili"
seats = 2
deals = 1
bots_per_user = 1
rules = {{}}
clocks = {{bank = 1.0}}
"""
QUICK = {"CARAVAN_LEASE": "3", "CARAVAN_HEARTBEAT": "0.5"}


def eventually(condition: Callable[[], T], seconds: float = PATIENCE) -> T:
    """The first true answer, or the last one when time is up."""
    end = time.monotonic() + seconds
    while not (answer := condition()) and time.monotonic() < end:
        time.sleep(0.05)
    return answer


def slow_demo(folder: Path) -> dict[str, str]:
    """A demo season whose fixtures take some seconds, as a variable for `up`."""
    (folder / "slow").mkdir()
    (folder / "slow" / "bot.py").write_text(SLOW_BOT)
    (folder / "demo.toml").write_text(SLOW_DEMO.format(folder=folder / "slow"))
    return {"CARAVAN_DEMO": str(folder / "demo.toml")}


def parent(pid: int) -> int:
    """Of a process that may be gone; 0 for none."""
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


class Launched:
    """The process of `up` and what it started."""

    def __init__(self, data: Path, *options: str, **variables: str) -> None:
        self.data, self.output = data, data.with_suffix(".out")
        inherited = {name: value for name, value in os.environ.items() if not name.endswith("_URL")}
        self.output.parent.mkdir(parents=True, exist_ok=True)
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--port", "0", "--data", str(data), *options],
                cwd=ROOT, env={**inherited, **QUICK, **variables}, stdout=output, stderr=output,
            )  # fmt: skip

    @property
    def said(self) -> str:
        """All that it has printed."""
        return self.output.read_text()

    def served(self) -> bool:
        """Waits for the address; False if it ended without."""
        return eventually(lambda: "Caravan is at" in self.said or self.process.poll() is not None) and (
            self.process.poll() is None
        )

    @property
    def address(self) -> str:
        """Where it is, once it is served, without a slash at the end."""
        return f"http://{self.said.partition('Caravan is at http://')[2].partition('/')[0]}"

    def ready(self) -> bool:
        """Whether `/readyz` finds everything there."""
        host = self.address.removeprefix("http://")
        with suppress(OSError), closing(http.client.HTTPConnection(host, timeout=20)) as connection:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        return False

    def family(self) -> dict[int, str]:
        """Pid and command of every process below it, now."""
        parents, commands = {}, {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                status = (folder / "stat").read_text().rpartition(")")[2].split()
                commands[int(folder.name)] = (folder / "cmdline").read_text().replace("\0", " ")
            except OSError:
                continue
            if status[0] != "Z":
                parents[int(folder.name)] = int(status[1])
        found = {self.process.pid}
        while more := {pid for pid, parent in parents.items() if parent in found} - found:
            found |= more
        return {pid: commands[pid] for pid in found - {self.process.pid}}

    def pid(self, words: str) -> int:
        """The innermost process whose command holds these words; 0 if there is none."""
        found = [pid for pid, command in self.family().items() if words in command and "bwrap" not in command]
        return max(found, default=0)

    def kill(self, words: str) -> int:
        """Kills the process of that command as soon as there is one; its pid."""
        pid = eventually(lambda: self.pid(words))
        assert pid, words  # 0 would be everybody here
        os.kill(pid, signal.SIGKILL)
        return pid

    def bots(self) -> list[int]:
        """Those that are there now: forks of the warm process, which is told by a parent of another kind."""
        warm = {pid for pid, command in self.family().items() if command.startswith(WARM)}
        return [pid for pid in warm if parent(pid) in warm]

    def rows(self, query: str, *values: Any) -> list[Any]:
        """What the database holds, read from beside."""
        with closing(sqlite3.connect(f"file:{self.data}/caravan.sqlite3?mode=ro", uri=True)) as database:
            return database.execute(query, values).fetchall()

    def manage(self, *words: str) -> str:
        """What a command of `manage.py` prints on this installation."""
        environment = {**os.environ, "CARAVAN_DATA": str(self.data)}
        return subprocess.check_output(
            [sys.executable, "manage.py", *words], cwd=ROOT, env=environment, text=True
        )

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Ends it with a signal; the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(PATIENCE)
