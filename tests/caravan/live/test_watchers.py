"""Two hundred watchers of a served site: they cost sockets, not threads and not database connections."""

from __future__ import annotations

import os
import selectors
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests import ports
from tests.underway import ROOT, Underway, environment

WATCHERS = 200
THREADS = 12
"""Django answers other pages in a few; a thread for each watcher would be many more."""
PATIENCE = 120


@pytest.fixture
def underway(tmp_path: Path) -> Iterator[Underway]:
    """A served site with a fixture under way."""
    command = [sys.executable, "-m", "tests.underway", "build"]
    subprocess.run(command, cwd=ROOT, env=environment(tmp_path), check=True)
    with ports.held() as port:
        site = Underway(tmp_path, port)
        yield site
        site.end()


def threads(process: int) -> int:
    """How many a process has."""
    return len(os.listdir(f"/proc/{process}/task"))


def connections(process: int, folder: Path) -> int:
    """How many times it has the database open."""
    database, found = str(folder / "caravan.sqlite3"), 0
    for name in os.listdir(f"/proc/{process}/fd"):
        try:
            found += os.readlink(f"/proc/{process}/fd/{name}") == database
        except FileNotFoundError:  # closed meanwhile
            continue
    return found


def watch(site: Underway) -> socket.socket:
    """One watcher more."""
    opened = socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE)
    opened.sendall(f"GET /live/{site.fixture}/ HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return opened


def all_hear(watchers: list[socket.socket], word: bytes) -> None:
    """Each has been told it."""
    heard = dict.fromkeys(watchers, b"")
    with selectors.DefaultSelector() as waiting:
        for each in watchers:
            waiting.register(each, selectors.EVENT_READ)
        while waiting.get_map():
            ready = waiting.select(PATIENCE)
            assert ready, f"{len(waiting.get_map())} have not heard of {word!r}"
            for key, _ in ready:
                one = next(each for each in watchers if each.fileno() == key.fd)
                heard[one] += one.recv(65536)
                if word in heard[one]:
                    waiting.unregister(one)


def test_watchers_cost_neither_threads_nor_connections(underway: Underway, tmp_path: Path) -> None:
    underway.do("tell 3")
    with ExitStack() as stack:
        watchers = [stack.enter_context(watch(underway)) for _ in range(WATCHERS)]
        all_hear(watchers, b"id: 1.0.3\n")
        underway.do("tell 2")
        all_hear(watchers, b"id: 1.0.5\n")
        assert threads(underway.server) <= THREADS
        assert 1 <= connections(underway.server, tmp_path) <= 2
