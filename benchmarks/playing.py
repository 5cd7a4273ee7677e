"""Decisions of sandboxed bots: in whole matches, and one question after the other beside a bare pipe."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.costs import Clock, Cost, Side, repeated
from bots.play.clock import Clocks
from bots.play.fixture import Order, PlayedMatch, entered, play_fixture
from bots.play.logbook import decoded
from bots.play.protocol import Ask, Left, encode
from bots.play.running import Table, Version
from bots.play.session import Session
from bots.sandbox import Launcher, Limits
from bots.upload.inspection import inspect
from bots.upload.store import Store
from referee.game import CHANCE, Move
from referee.games import GAMES

GAME = "pis_yedili"
AT_RANDOM = "import random\n\ndef choose(view, legal):\n    return random.choice(legal)\n"
FIRST = "def choose(view, legal):\n    return legal[0]\n"
ECHO = """
import sys
for line in sys.stdin:
    print("draw", flush=True)
"""
PLENTY = Clocks(bank=3600.0, idle=3600.0)
VIEW = 900
"""Bytes of a view as JSON, or as near as there is one."""


def version(folder: Path, source: str) -> Version:
    """A bot of this source in a new folder."""
    folder.mkdir()
    (folder / "bot.py").write_text(source)
    return Version(folder, "bot.py", "python")


def table(seats: int) -> Table:
    """Where bots play for as long as is measured."""
    return Table(GAME, seats, {}, PLENTY, Limits(), 1)


def decisions(launcher: Launcher, store: Store) -> Side:
    """Wall time of so many deals with two bots, less the first of each rotation, in which they start."""
    upload = inspect(AT_RANDOM.encode(), "bot.py", games=[GAME])
    competitor = entered(upload, store, dice="dice")

    def play(deals: int) -> Cost:
        seeds = [str(number) for number in range(deals + 1)]
        order = Order(
            game=GAME,
            rules={},
            clocks=Clocks(),
            seats=2,
            order_seed="order",
            deals=seeds,
            competitors=[competitor] * 2,
        )
        watch = Watch()
        play_fixture(order, store, launcher, played=watch)
        return Cost(watch.seconds, watch.decisions)

    return play


class Watch:
    """Hears of each match of a fixture; what goes before a rotation's second one is not counted."""

    def __init__(self) -> None:
        self.seconds, self.decisions, self._last = 0.0, 0, 0.0

    def __call__(self, match: PlayedMatch) -> None:
        """Counts the questions, since the match before, of a match that has just ended."""
        now = time.perf_counter()
        if match.deal:
            self.seconds += now - self._last
            self.decisions += sum(line.number > 0 for log in match.logs for line in decoded(log))
        self._last = time.perf_counter()


@contextmanager
def round_trips(launcher: Launcher, folder: Path, clock: Clock) -> Iterator[tuple[Side, Side]]:
    """A question and its answer by this clock: of a bot that answers at once, and over a bare pipe."""
    view, legal = a_view(VIEW)
    line = encode(Ask(1, view, legal, [], Left(2.0, 20.0)))
    with Session(version(folder, FIRST), table(4), launcher) as session, echo() as bare:
        session.start(0, 0, "dice")
        yield (
            repeated(clock, lambda: session.choose(0, view, legal, [])),
            repeated(clock, lambda: piped(bare, line)),
        )


def piped(bare: subprocess.Popen[bytes], line: bytes) -> bytes:
    """What comes back for a line."""
    assert bare.stdin
    assert bare.stdout
    bare.stdin.write(line)
    bare.stdin.flush()
    return bare.stdout.readline()


@contextmanager
def echo() -> Iterator[subprocess.Popen[bytes]]:
    """A Python that answers every line with the same one."""
    command = [sys.executable, "-I", "-S", "-c", ECHO]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def a_view(size: int) -> tuple[Any, Sequence[Move]]:
    """From a match of four, what a seat sees in about so many bytes, and its legal moves."""
    seen = list(views(4))
    return min(seen, key=lambda one: abs(len(encode(Ask(1, one[0], [], [], Left(2.0, 20.0)))) - size))


def views(seats: int) -> Iterator[tuple[Any, Sequence[Move]]]:
    """All that are asked for in a match."""
    rng, position = Random(1), GAMES[GAME].start(seats)
    while position.turn is not None:
        if position.turn == CHANCE:
            position.apply(position.deal(rng))
            continue
        legal = position.legal()
        yield position.view(position.turn), legal
        position.apply(rng.choice(legal))
