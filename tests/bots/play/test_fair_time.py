"""Fair clocks on a host that has no time to spare: eight busy processes run beside everything here."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bots.play.clock import Clocks
from bots.play.fixture import Order, Played, entered, play_fixture, seating
from bots.play.logbook import decoded
from bots.play.running import Table, Version
from bots.play.session import Session
from bots.sandbox import Launcher
from bots.upload.inspection import inspect
from bots.upload.store import Store

HOGS = 8
HOG = f"import os\nwhile os.getppid() == {os.getpid()}:\n    for _ in range(10**6): pass\n"
CLOCKS = Clocks(bank=0.4, idle=20.0)
AMPLE = 4.0
"""A bank that a bot can also be asked from again and again while its thread waits for a processor."""
ROUNDED = 0.0005
"""Banks are told in milliseconds."""

HONEST = """
import time

class Bot:
    def start(self, info):
        self.slice = info["clocks"]["bank"] / 2 / 4
        self.end = time.process_time() + info["clocks"]["bank"] / 2

    def choose(self, view, legal):
        end = min(self.end, time.process_time() + self.slice)
        while time.process_time() < end: pass
        return legal[0]
"""
"""Computes in its first four moves until half of its bank is gone by its own clock."""
THREADED = """
import threading, time

def burn(end):
    while time.process_time() < end: pass

class Bot:
    def start(self, info):
        self.slice = info["clocks"]["bank"] / 2 / 4
        self.end = time.process_time() + info["clocks"]["bank"] / 2

    def choose(self, view, legal):
        end = min(self.end, time.process_time() + self.slice)
        threads = [threading.Thread(target=burn, args=[end]) for _ in range(3)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        return legal[0]
"""
"""The same in three threads, new ones for each move."""


SLEEPER = """
import time
def choose(view, legal):
    time.sleep(3600)
"""
BURNER = """
def choose(view, legal):
    while True: pass
"""
THINKER = """
import threading, time

def burn():
    while time.thread_time() < 0.05: pass

class Bot:
    def start(self, info):
        self.begun = time.process_time()
        self.thinks = False

    def choose(self, view, legal):
        print(time.process_time() - self.begun)
        if self.thinks:
            self.thinks = self.thread.is_alive()
            return "wait"
        self.thinks, self.thread = True, threading.Thread(target=burn)
        self.thread.start()
        return "draw"
"""
"""Says how much CPU it has used, by its own clock, and thinks on when it has answered.

It draws again only when it was asked once more after the thread's end: all of that is in the bank told then.
"""
TWIN = THINKER.replace("self.thread.start()", "pass")


@pytest.fixture(scope="module", autouse=True)
def _busy() -> Iterator[None]:
    """Processes that compute all the time, each in a session of its own."""
    hogs = [subprocess.Popen([sys.executable, "-c", HOG], start_new_session=True) for _ in range(HOGS)]
    yield
    for hog in hogs:
        hog.kill()
        hog.wait()


def play(
    folder: Path, launcher: Launcher, *sources: str, deals: int, clocks: Clocks = CLOCKS
) -> tuple[Order, Played]:
    """A fixture of short matches between bots of these sources."""
    store = Store(folder / "store")
    uploads = [inspect(source.encode(), "bot.py", games=["pis_yedili"]) for source in sources]
    order = Order(
        game="pis_yedili",
        rules={"deals": 1},
        clocks=clocks,
        seats=len(sources),
        order_seed="order",
        deals=[f"deal {number}" for number in range(deals)],
        competitors=[
            entered(one, store, dice="dice", name=str(number)) for number, one in enumerate(uploads)
        ],
    )
    return order, play_fixture(order, store, launcher)


def idle(played: Played) -> float:
    """Seconds of idle time charged to all bots."""
    logs = [decoded(log) for match in played.matches for log in match.logs]
    return sum(line.idle_ms for log in logs for line in log) / 1000


@pytest.mark.parametrize("matches", [20, pytest.param(200, marks=pytest.mark.long)], ids="{} matches".format)
def test_no_honest_bot_is_ever_at_fault(
    public: Path, launcher: Launcher, matches: int, record_property: Any
) -> None:
    order, played = play(public, launcher, HONEST, THREADED, deals=matches // 2)
    record_property("matches beside busy processes", len(played.matches))
    assert len(played.matches) == matches
    for match in played.matches:
        assert match.reasons == ["", ""], (match.deal, match.rotation)
        assert min(match.cpu) >= order.clocks.bank / 2
    # Mostly they were made to wait. What a hypervisor takes, or memory that comes back from a disk, is idle.
    assert idle(played) < played.seconds / 2


@pytest.mark.parametrize("bank", [2.0, pytest.param(20.0, marks=pytest.mark.long)])
@pytest.mark.parametrize(("cap", "burnt"), [(1.0, "cpu"), (0.2, "cpu_move")])
def test_a_sleeper_loses_by_idle_time_a_burner_by_cpu(
    public: Path, launcher: Launcher, bank: float, cap: float, burnt: str
) -> None:
    clocks = replace(CLOCKS, idle=bank, move_cap=cap)
    order, played = play(public, launcher, SLEEPER, BURNER, HONEST, deals=1, clocks=clocks)
    for match in played.matches:
        chairs = seating(order, match.deal, match.rotation)
        blamed = {chairs[fault["seat"]]: fault["code"] for fault in match.record["faults"]}
        assert blamed == {0: "idle", 1: burnt}


def test_a_thread_that_thinks_on_the_opponents_time_gains_nothing(
    version: Callable[[str], Version], table: Callable[..., Table], launcher: Launcher
) -> None:
    def left(source: str) -> tuple[list[float], list[float]]:
        """At each question with a choice: the bank, and what the bot itself says that it has used."""
        with Session(version(source), table(bank=AMPLE, idle=CLOCKS.idle), launcher) as session:
            session.start(0, 0, "dice")
            for _ in range(4):
                while session.choose(0, {}, ["draw", "wait"], []) == "wait":
                    time.sleep(0.1)
                time.sleep(0.1)  # the opponent's time
            _, log = session.over([0, 0], [1, 1])
        asked = [line for line in decoded(log)[1:] if line.answer == "draw"]
        return [line.bank for line in asked], [float(line.prints) for line in asked]

    thinker, used = left(THINKER)
    twin, _ = left(TWIN)
    for number in range(1, 4):
        assert thinker[number] <= AMPLE - number * 0.05 + ROUNDED
        assert thinker[number] < twin[number]
        assert thinker[number] <= AMPLE - used[number - 1] + ROUNDED
