"""What a bot takes of the host's memory for itself alone."""

import re
from pathlib import Path

import pytest

from bots.sandbox import Launcher

USUAL = """
import collections, dataclasses, enum, functools, heapq, itertools, json, math, random, re, time, typing

def choose(view, legal):
    return random.choice(legal)
"""


@pytest.fixture(params=[("bubblewrapped", 10_000), ("forked", 3_000)], ids=lambda param: param[0])
def granted(request: pytest.FixtureRequest) -> tuple[Launcher, int]:
    """A launcher, and the kilobytes that one of its bots with the usual imports may have for itself."""
    name, most = request.param
    return request.getfixturevalue(name), most


def private(pid: int) -> int:
    """Kilobytes that no other process shares with this one."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return sum(map(int, re.findall(r"^Private_(?:Clean|Dirty): +(\d+) kB$", rollup, re.MULTILINE)))


def test_a_bot_that_plays_has_little_memory_of_its_own(granted, started):
    launcher, most = granted
    bot = started(launcher, USUAL)
    bot.hello()
    bot.start()
    for _ in range(100):
        assert bot.ask({"hand": ["QS"] * 50})
    assert 100 < private(bot.process.pid) <= most


def test_what_a_bot_fills_is_its_own(granted, started):
    launcher, most = granted
    bot = started(launcher, f"kept = bytearray(b'x') * {most << 10}\n" + USUAL)
    bot.hello()
    assert private(bot.process.pid) > most
