"""A process that plays match after match, as a play worker does, stays as large as it was."""

import subprocess
import sys
from pathlib import Path

import pytest

from bots.sandbox import detect
from bots.upload.inspection import inspect
from bots.upload.store import Store

BOT = b"import random\ndef choose(view, legal):\n    print(len(view))\n    return random.choice(legal)\n"
PLAYER = """
import ctypes, gc, json, re, sys
from pathlib import Path
import msgspec
from bots.play.clock import Clocks
from bots.play.fixture import Competitor, Order, play_fixture
from bots.sandbox import bubblewrap, forkserver
from bots.upload.store import Store

def size():
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)  # what is free hides what leaks
    return re.search(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]

store, digest, fixtures, leak = Store(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
kept, bots = [], [Competitor(name, digest, "bot.py", "python", name) for name in "ab"]
with forkserver.Launcher() as forks:
    for number in range(fixtures):
        launcher = forks if number % 5 else bubblewrap.Launcher()
        deals = [f"{number}/{deal}" for deal in range(4)]
        order = Order(
            game="pis_yedili",
            rules={"deals": 1},
            clocks=Clocks(),
            seats=2,
            order_seed=str(number),
            deals=deals,
            competitors=bots,
        )
        json.dumps(msgspec.to_builtins(play_fixture(order, store, launcher)))
        kept.append(bytearray(b"x") * (8 * leak))
        print(size(), flush=True)
"""
MATCHES = 8
"""In each of its fixtures, in four processes of bots; every fifth is played without the fork server."""


@pytest.fixture
def played(public: Path):
    """Kilobytes of a new process after each of so many fixtures."""
    if detect().name != "full":
        pytest.skip("growth is that of workers, which need the sandbox")
    digest = Store(public / "store").put(inspect(BOT, "bot.py", games=["pis_yedili"]))

    def play(fixtures: int, leak: int = 0) -> list[int]:
        command = [sys.executable, "-c", PLAYER, public / "store", digest, str(fixtures), str(leak)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        return list(map(int, done.stdout.split()))

    return play


def growth(sizes: list[int]) -> float:
    """Kilobytes a match, once everything has been there."""
    warm = 10
    return (sizes[-1] - sizes[warm - 1]) / (MATCHES * (len(sizes) - warm))


@pytest.mark.parametrize("fixtures", [30, pytest.param(250, marks=pytest.mark.long)])
def test_matches_leave_nothing_in_the_process_that_plays_them(played, record_property, fixtures: int) -> None:
    sizes = played(fixtures)
    assert growth(sizes) < 1
    assert sizes[-1] - sizes[0] < 10_000
    record_property("matches watched for growth", MATCHES * len(sizes))


def test_a_leak_of_two_kilobytes_a_match_would_be_seen(played) -> None:
    assert growth(played(30, leak=2048)) > 1
