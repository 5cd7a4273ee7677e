"""Matches with real bots: `python -m benchmarks.matches`, or `manage.py bench matches`.

Prints a page of Markdown. Single bots are measured where play workers run, which root starts under an
ordinary user and with nothing in sight but what they need; whole fixtures through all of Caravan.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks import queueing, scratch
from benchmarks.costs import Bench, Row, machine
from bots.sandbox import bubblewrap

ROOT = Path(__file__).resolve().parents[1]
PAGE = """\
# Matches with real bots

Written by `python3 manage.py bench matches --write` with {machine}.

What things cost here and elsewhere, measured in turn in one run: medians of {rounds} rounds of {seconds:g}
s; the queue: of {fixtures}. CPU is that of everybody who has a part in it, children included. Absolute
figures drift with the machine and its other work, wall time most of all; ratios hold better.

| what | | ours | against | theirs | ratio | demanded |
|---|---|---:|---|---:|---:|---:|
{rows}

**A decision** is one of a whole match of Pis Yedili between two bots that play at random: view, legal
moves, JSON there and back, clocks, sandbox, record, logs. Beside it: connectx of kaggle-environments 1.12.0
(Apache-2.0). Of its games it is the nearest to ours: two seats take turns, see little, and a step is cheap.
Its agents play at random too, in the process of the environment, without any isolation, or each behind the
package's own HTTP server, which is how it isolates them. 1.12.0 is the last release that installs without
jax and transformers; the loop of the newest is the same, and took longer when we tried it.

**A question and its answer**: a view of 0.9 kB with its legal moves, a bot that answers at once. The bare
pipe carries the same line to a Python that reads lines and prints a fixed one, without JSON. On a busy host
either waits for its turn most of the time, which wall time shows.

**Starting and stopping**: until the bot is ready, then killed. Beside it `python3 -I -S` with the same
imports on two pipes, without limits or clocks. What a sandbox costs is the same for every bot, 4 to 5 ms with
bubblewrap and under 4 ms as a fork, so that one which imports nothing feels it most.

**A match of one question each** is what a match costs before any play. Beside it `python3 bot.py` for each
bot, as most home-made arenas do. Nearly all of ours is the kernel's: two forks with namespaces of their own.

**What is missed** are three demands: a bubblewrap for a bot without imports by a tenth, its fork by a
thirtieth, the match of one question by a sixth. What bubblewrap does by itself is more than the quarter that
was allowed. A fifth of a fork's time goes into loading the filter, whose cost follows its length (some 450
instructions), most of the rest into namespaces and mounts. Bots that share namespaces would start in less,
and share a wall.

**Through the queue**: `sensible` against `random`, {deals} deals in both rotations a fixture, two fixtures.
Broker, play worker, desk and SQLite as `up` starts them, drawing and writing included; beside it
`play_fixture` alone. The desk replays every record before it believes it, in a process of its own while the
next fixture is played: that is in the CPU, and in the wall time only where no core is free for it.
"""


def placed(command: list[str]) -> list[str]:
    """The command as a play worker's would be started."""
    if os.geteuid() != 0:
        return command
    from caravan import environment
    from caravan.up import isolate, programs

    programs.prepare()
    read, bwrap = [programs.cache(), ROOT / "benchmarks"], bubblewrap.bwrap(None)
    return isolate.isolated(command, bwrap, environment.PLAY_UID, read=read, network=False)


def single_bots(asked: argparse.Namespace) -> Iterator[Row]:
    """What `benchmarks.worker` measures."""
    command = [sys.executable, "-m", "benchmarks.worker", "--seconds", str(asked.seconds)]
    command += ["--rounds", str(asked.rounds)]
    with peer(asked.peers) as pipes:
        command += ["--peer", *map(str, pipes)] if pipes else []
        done = subprocess.run(placed(command), cwd=ROOT, stdout=subprocess.PIPE, pass_fds=pipes, check=True)
    return (Row(**row) for row in json.loads(done.stdout))


@contextmanager
def peer(python: str) -> Iterator[list[int]]:
    """The peer in its own environment, if there is one: where it is asked, and where it answers."""
    if not python:
        yield []
        return
    pipe = subprocess.PIPE
    with subprocess.Popen([python, "-m", "benchmarks.kaggle"], cwd=ROOT, stdin=pipe, stdout=pipe) as process:
        assert process.stdin
        assert process.stdout
        yield [process.stdin.fileno(), process.stdout.fileno()]


def page(rows: list[Row], asked: argparse.Namespace) -> str:
    """The table with what one must know to read it."""
    return PAGE.format(
        machine=machine(),
        rounds=asked.rounds,
        seconds=asked.seconds,
        fixtures=asked.fixtures,
        deals=queueing.DEALS,
        rows="\n".join(map(as_line, rows)),
    )


def as_line(row: Row) -> str:
    """A row of the table: `12× less` than theirs, or `1.2×` of theirs, as is demanded."""
    ours, theirs = [*row.costs, None][:2]
    assert ours
    ratio, demand = "–", "–"
    if theirs:
        ratio = f"{theirs / ours:.3g}× less" if row.least else f"{ours / theirs:.2f}×"
    if row.least or row.most:
        demand = f"≥ {row.least:g}× less" if row.least else f"≤ {row.most:.3g}×"
    return (
        f"| {row.what} | {row.clock} | {amount(ours)} | {row.peer} | {amount(theirs)} | {ratio} | {demand} |"
    )


def amount(seconds: float | None) -> str:
    """For people."""
    if seconds is None:
        return "–"
    return f"{seconds * 1e6:,.0f} µs" if seconds < 0.001 else f"{seconds * 1e3:,.1f} ms"


def main() -> None:
    """Prints the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.4, help="a round of one side takes")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--fixtures", type=int, default=3, help="rounds of whole fixtures; 0: leave them out")
    parser.add_argument("--peers", default="", help="the interpreter of the peers' environment")
    asked = parser.parse_args()
    with scratch.folder() as folder:
        scratch.settle(folder)
        rows = [*single_bots(asked), *queueing.rows(folder, Bench(0, asked.fixtures))]
    print(page(rows, asked), end="")


if __name__ == "__main__":
    main()
