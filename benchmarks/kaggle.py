"""kaggle-environments, in a process of its own: `python -m benchmarks.kaggle`, in the peers' environment.

Its connectx is a game like ours: one seat decides, the other waits, a step costs little. Agents play any
column that is open. Reads lines `{"agents": "own" | "http", "episodes": 3}` and answers each with the seconds
and the decisions that they took. `own` runs the agents in the process of the environment, `http` each behind
a server of its own, as that package isolates them.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TextIO
from urllib.error import URLError
from urllib.request import urlopen

AGENT = """
import random

def choose(observation, configuration):
    return random.choice([c for c in range(configuration.columns) if not observation.board[c]])
"""
PATIENCE = 60


def main() -> None:
    """Plays what is asked for until the other end closes."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # the package prints
    from kaggle_environments import make

    with ExitStack() as stack:
        agent = Path(stack.enter_context(tempfile.TemporaryDirectory()), "agent.py")
        agent.write_text(AGENT)
        agents = {"own": [str(agent)] * 2}
        for line in sys.stdin:
            asked = json.loads(line)
            if asked["agents"] not in agents:
                agents["http"] = [stack.enter_context(server(agent)) for _ in range(2)]
            answer(answers, play(make("connectx"), agents[asked["agents"]], asked["episodes"]))


def answer(to: TextIO, what: Any) -> None:
    """One line."""
    print(json.dumps(what), file=to, flush=True)


def play(environment: Any, agents: list[str], episodes: int) -> dict[str, float]:
    """Seconds and decisions of some episodes."""
    began, decisions = time.perf_counter(), 0
    for _ in range(episodes):
        decisions += len(environment.run(agents)) - 1
        if {state.status for state in environment.state} != {"DONE"}:
            raise RuntimeError(f"an agent failed: {environment.state}")
    return {"seconds": time.perf_counter() - began, "decisions": decisions}


@contextmanager
def server(agent: Path) -> Iterator[str]:
    """The package's own server for an agent, and where to ask it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "kaggle_environments.main", "http-server", "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait(f"http://127.0.0.1:{port}/")
        yield f"http://127.0.0.1:{port}/?agents[]={agent}"
    finally:
        process.kill()
        process.wait()


def wait(address: str) -> None:
    """Until somebody answers."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            urlopen(address).close()  # noqa: S310 - ours
            return
        except URLError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


if __name__ == "__main__":
    main()
