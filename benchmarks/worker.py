"""The comparisons of single bots: `python -m benchmarks.worker`, started where a play worker would be.

Prints them as JSON, for `benchmarks.matches`.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TextIO

from benchmarks import playing, scratch, starting
from benchmarks.costs import Bench, Cost, Row, Side, cpu, wall
from bots.sandbox import Launcher, bubblewrap, forkserver
from bots.upload.store import Store

PEERS = {"agents in its process": ("own", 25.0), "agents behind HTTP": ("http", 300.0)}
"""By words: what the peer's process calls it, and how many times dearer it should be."""


def rows(bench: Bench, kaggle: Peer | None) -> Iterator[Row]:
    """All of them, one after the other."""
    with scratch.folder() as folder, forkserver.Launcher() as launcher:
        ours = playing.decisions(launcher, Store(folder / "store"))
        for words, (kind, least) in PEERS.items():
            costs = bench.costs(ours, *([kaggle.side(kind)] if kaggle else []))
            yield Row("a decision", "wall", f"kaggle-environments, {words}", costs, least=least)
        for words, clock, most in (("CPU", cpu, 4.0), ("wall", wall, None)):
            with playing.round_trips(launcher, folder / words, clock) as sides:
                yield Row("a question and its answer", words, "bare pipe", bench.costs(*sides), most=most)
        yield from starts(bench, bubblewrap.Launcher(), launcher, folder)


def starts(bench: Bench, alone: Launcher, forked: Launcher, folder: Path) -> Iterator[Row]:
    """From nothing to a bot and back, and to a match and back."""
    for words, imports in starting.IMPORTS.items():
        version = playing.version(folder / words.replace(" ", "-"), imports + playing.FIRST)
        sides = [starting.bot(launcher, version) for launcher in (alone, forked)]
        *ours, bare = bench.costs(*sides, starting.bare(imports))
        for launcher, cost, most in zip(("bubblewrap", "fork server"), ours, (1.25, 0.3), strict=True):
            what = f"starting and stopping a bot with {words}: {launcher}"
            yield Row(what, "CPU", "bare Python", (cost, bare), most=most)
    version = playing.version(folder / "match", starting.USUAL + playing.FIRST)
    costs = bench.costs(starting.match(forked, version), starting.naive_match(folder / "naive.py"))
    yield Row("a match of one question each: fork server", "CPU", "plain processes", costs, least=10.0)


class Peer:
    """The other end of `benchmarks.kaggle`."""

    def __init__(self, asks: TextIO, answers: TextIO) -> None:
        self._asks, self._answers = asks, answers

    def side(self, agents: str) -> Side:
        """Wall time of its decisions with agents of this kind."""

        def play(count: int) -> Cost:
            print(json.dumps({"agents": agents, "episodes": count}), file=self._asks, flush=True)
            answer = json.loads(self._answers.readline())
            return Cost(answer["seconds"], answer["decisions"])

        return play


def main() -> None:
    """Prints the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--rounds", type=int, required=True)
    parser.add_argument("--peer", type=int, nargs=2, help="descriptors: where it is asked, where it answers")
    asked = parser.parse_args()
    peer = Peer(os.fdopen(asked.peer[0], "w"), os.fdopen(asked.peer[1])) if asked.peer else None
    print(json.dumps([asdict(row) for row in rows(Bench(asked.seconds, asked.rounds), peer)]))


if __name__ == "__main__":
    main()
