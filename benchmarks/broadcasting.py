"""A site whose live matches are watched: web processes, those who watch, and what that costs."""

from __future__ import annotations

import heapq
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.costs import used

if TYPE_CHECKING:
    from referee.spectator import Frame
    from tournaments.models import Attempt, Fixture

ROOT = Path(__file__).resolve().parents[1]
PAUSE = 0.5
"""Seconds between two messages of a match, as play workers send them."""
MOVES = 3
"""In each message: a match goes on at six moves a second."""
AFTERWARDS = 5.0
"""Seconds in which what was written last may arrive."""
APPLICATION = "caravan-bench-web"
"""What PostgreSQL calls the web processes."""


@dataclass(frozen=True, slots=True)
class Setup:
    """How many watch how many matches, through how many web processes."""

    name: str
    watchers: int
    matches: int
    processes: int
    database: str
    """Its address."""


@dataclass(slots=True)
class Figure:
    """What came of it: delays in seconds from the write to the read, of every move at every watcher."""

    setup: Setup
    delays: list[float] = field(default_factory=list)
    complete: int = 0
    """So many watchers read every move once and in order."""
    written: int = 0
    share: float = 0.0
    """CPU seconds a second of the busiest web process,"""
    threads: int = 0
    """the most threads of one, and the most connections to the database."""
    connections: int = 0

    def delay(self, part: float) -> float:
        """Within which such a part of all moves arrived."""
        return sorted(self.delays)[min(len(self.delays) - 1, int(part * len(self.delays)))]


class Feed:
    """A play worker that plays one match after the other and tells of them; notes when it told of what."""

    def __init__(self, attempt: Attempt) -> None:
        self._attempt, self._match, self._first = attempt, -1, 0
        self._frames: list[Frame] = []
        self.written: dict[str, float] = {}

    def tell(self) -> None:
        """The next few moves."""
        from bots.play.broadcast import Moves
        from tournaments.services import live

        if self._first == len(self._frames):
            self._begin()
        some = self._frames[self._first : self._first + MOVES]
        over = self._first + MOVES >= len(self._frames)
        now = time.monotonic()
        for number in range(1, len(some) + 1):
            self.written[f"{self._attempt.number}.{self._match}.{self._first + number}"] = now
        news = Moves(self._match, self._first, some, over)
        assert live.add(attempt=self._attempt.pk, token=self._attempt.token, moves=news)
        self._first += len(some)

    def _begin(self) -> None:
        from referee.games import GAMES
        from referee.playthrough import random_match
        from referee.spectator import Spectator

        fixture, self._match, self._first = self._attempt.fixture, self._match + 1, 0
        game = GAMES[fixture.game]
        spectator = Spectator(game.start(fixture.seats))
        moves = random_match(game, fixture.seats, f"{fixture.pk}/{self._match}").moves
        self._frames = [spectator.frame(move) for move in moves]


def begun(fixtures: Sequence[Fixture]) -> list[Feed]:
    """Their feeds, each with an attempt that has begun."""
    from tournaments.services import attempts

    for fixture in fixtures:
        attempts.queue(fixture=fixture)
    feeds = []
    for fixture in fixtures:
        attempt = fixture.attempts.select_related("fixture").get()
        assert attempts.beat(attempt=attempt.pk, token=attempt.token, worker="bench")
        feeds.append(Feed(attempt))
    return feeds


def tell(feeds: Sequence[Feed], seconds: float) -> None:
    """All of them for so long, evenly spread over each pause; whoever is late leaves nothing out."""
    began = time.monotonic()
    due = [(began + PAUSE * number / len(feeds), number) for number in range(len(feeds))]
    while due[0][0] < began + seconds:
        at, number = heapq.heappop(due)
        time.sleep(max(0.0, at - time.monotonic()))
        feeds[number].tell()
        heapq.heappush(due, (max(at + PAUSE, time.monotonic()), number))


@contextmanager
def served(setup: Setup) -> Iterator[tuple[list[int], list[int]]]:
    """The ports and the pids of the web processes, as `up` starts them."""
    from caravan.up import installation, programs
    from caravan.up.site import Site

    ports, pids = [], []
    with ExitStack() as stack:
        for _ in range(setup.processes):
            site = Site("127.0.0.1", 0)
            environment = {**os.environ, "DATABASE_URL": setup.database, "PGAPPNAME": APPLICATION}
            environment["CARAVAN_STREAMS_PER_ADDRESS"] = str(setup.watchers)
            program = programs.web(site.descriptor, environment)
            web = subprocess.Popen(program.command, env=environment, pass_fds=program.keep, cwd=ROOT)
            stack.callback(ended, web)
            while not site.served():
                if web.poll() is not None:
                    raise installation.UnableError("the site did not start; the lines above say why")
                time.sleep(0.1)
            site.listener.close()
            ports.append(site.port)
            pids.append(web.pid)
        yield ports, pids


def ended(process: subprocess.Popen[bytes]) -> None:
    """In good order."""
    process.terminate()
    process.wait()


class Load:
    """Those who watch, in a process of their own."""

    def __init__(self, pairs: Sequence[tuple[int, int]]) -> None:
        """Returns when all of them have the scene."""
        command = [sys.executable, "-m", "benchmarks.watchers"]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT)
        self._say(json.dumps(pairs))
        if self._hear() != "ready\n":
            raise ConnectionError("not everybody could watch; the lines above say why")

    def _say(self, line: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def _hear(self) -> str:
        assert self._process.stdout
        return self._process.stdout.readline()

    def read(self) -> list[tuple[list[str], list[float]]]:
        """For each watcher the ids of what came, and when; it is ended."""
        self._say("enough")
        found: list[tuple[list[str], list[float]]] = json.loads(self._hear())
        self._process.communicate()
        return found


def measure(setup: Setup, fixtures: Sequence[Fixture], seconds: float) -> Figure:
    """Watches for so long."""
    figure = Figure(setup)
    feeds = begun(fixtures)
    with served(setup) as (ports, pids):
        places = [number % len(fixtures) for number in range(setup.watchers)]
        load = Load([(ports[number % len(ports)], fixtures[at].pk) for number, at in enumerate(places)])
        began, before = time.monotonic(), list(map(used, pids))
        tell(feeds, seconds)
        lasted = time.monotonic() - began
        figure.share = max(used(pid) - spent for pid, spent in zip(pids, before, strict=True)) / lasted
        figure.threads = max(threads(pid) for pid in pids)
        figure.connections = max(connections(setup, pid) for pid in pids)
        time.sleep(AFTERWARDS)
        for at, (ids, times) in zip(places, load.read(), strict=True):
            written = feeds[at].written
            figure.complete += ids == list(written)
            figure.delays += [read - written[each] for each, read in zip(ids, times, strict=True)]
    figure.written = sum(len(feed.written) for feed in feeds)
    return figure


def threads(pid: int) -> int:
    """Of a process."""
    return len(os.listdir(f"/proc/{pid}/task"))


def connections(setup: Setup, pid: int) -> int:
    """Those of a process to its database: the times that it has the file open, or what PostgreSQL says."""
    if setup.database.startswith("sqlite"):
        file = "/" + setup.database.removeprefix("sqlite:///").lstrip("/")
        links = (Path(f"/proc/{pid}/fd/{name}") for name in os.listdir(f"/proc/{pid}/fd"))
        return sum(link.is_symlink() and os.readlink(link) == file for link in links)
    import psycopg

    with psycopg.connect(setup.database) as server:
        asked = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s"
        found = server.execute(asked, [APPLICATION]).fetchone()
    return -(-(found[0] if found else 0) // setup.processes)


def drawn(matches: int) -> list[Fixture]:
    """Fixtures between house bots, not queued."""
    from benchmarks import queueing

    competitors = queueing.shipped()
    return [queueing.drawn(competitors) for _ in range(matches)]
