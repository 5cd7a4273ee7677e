"""`bench watch`: those who watch read streams as they come, and a row says what was demanded."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import watching
from benchmarks.broadcasting import Figure, Setup
from benchmarks.watchers import Watcher

ROOT = Path(__file__).parents[2]
HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n"
EVENTS = (
    b'event: scene\ndata: {"a":1}\n\n',
    b"id: 1.0.1\ndata: {}\n\nid: 1.0.2\ndata: {}\n\n",
    b": ping\n\n",
)


def chunked(*parts: bytes) -> bytes:
    """As HTTP/1.1 sends an answer without an end."""
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts)


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_a_watcher_reads_every_move_however_its_bytes_come(size: int) -> None:
    watcher, sent = Watcher(7), HEAD + chunked(*EVENTS)
    for at in range(0, len(sent), size):
        watcher.data_received(sent[at : at + size])
    assert watcher.stands.is_set()
    assert (watcher.ids, len(watcher.times)) == (["1.0.1", "1.0.2"], 2)


def test_a_watcher_who_is_sent_away_says_so() -> None:
    with pytest.raises(ConnectionError, match="404"):
        Watcher(7).data_received(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n")


GOOD = Figure(Setup("a site", 200, 20, 1, ""), [0.01 * each for each in range(25)], 200, 500, 0.05, 8, 1)


def test_a_row_says_within_what_time_moves_came_and_whether_that_will_do() -> None:
    assert (
        watching.as_line(GOOD)
        == "| a site | 200 | 20 | 1 | 500 | 120, 230, 240 ms | 5.0% | 8 | 1 | 200 | yes |"
    )


@pytest.mark.parametrize(
    "worse",
    [{"delays": [0.2, 0.4]}, {"complete": 199}, {"share": 0.11}, {"threads": 13}, {"connections": 3}],
)
def test_a_row_says_no_for_each_thing_that_will_not_do(worse: dict[str, object]) -> None:
    assert watching.holds(GOOD)
    assert not watching.holds(replace(GOOD, **worse))  # type: ignore[arg-type]


@pytest.mark.long
def test_it_measures_real_sites() -> None:
    command = [sys.executable, "manage.py", "bench", "watch", "--span", "2", "--scale", "0.02"]
    page = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    assert page.startswith("# Watching\n")
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith(("| SQLite", "| PostgreSQL"))]
    assert [row[1:4] for row in rows] == [["4", "1", "1"], ["4", "4", "1"], ["20", "20", "2"]]
    assert all(row[1] == row[9] for row in rows)
    assert "seeks to and fro" in page
