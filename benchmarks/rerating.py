"""How long a season takes to be rated again: `python -m benchmarks.rerating`, or `manage.py bench rerating`.

Prints a page of Markdown. Each season is in a temporary SQLite file, and made up.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from benchmarks import scratch
from benchmarks.costs import machine

if TYPE_CHECKING:
    from tournaments.models import Season

SIZES, SEATS = (5_000, 50_000), (2, 4)
ENTRIES = 100
WHY = "measured"
PAGE = """\
# A season rated again

Written by `python3 manage.py bench rerating --write` with {machine}.

What it takes when an organiser corrects a season in a SQLite file: seconds that pass, seconds of CPU, which
are the same where nothing else runs, milliseconds of CPU a fixture, and statements sent.

| settled fixtures | seats | what | seconds | CPU | a fixture | statements |
|---:|---:|---|---:|---:|---:|---:|
{rows}

The seasons are made up: one division of {entries} entries, one deal a fixture, every round settled. The
fixture that is void is of the first round, and so is the first of the dropped entry: nearly every rating
after it is another. More deals cost more, as fixture points are counted again too. Placings are read and
written a thousand at a time.
"""


@dataclass(frozen=True, slots=True)
class Figure:
    """What a correction of a season took."""

    fixtures: int
    seats: int
    what: str
    seconds: float
    cpu: float
    statements: int

    def __str__(self) -> str:
        each = self.cpu / self.fixtures * 1e3
        return (
            f"| {self.fixtures:,} | {self.seats} | {self.what} "
            f"| {self.seconds:.1f} | {self.cpu:.1f} | {each:.2f} | {self.statements:,} |"
        )


def figures(folder: Path, fixtures: int, seats: int) -> Iterator[Figure]:
    """Of a new season of this size."""
    from tests.databases import default

    with default(f"sqlite:///{folder}/{fixtures}-{seats}.sqlite3"):
        season = load(fixtures, seats)
        for what, does in corrections(season):
            yield Figure(fixtures, seats, what, *spent(does))


def load(fixtures: int, seats: int) -> Season:
    """A running season of one division with so many fixtures in settled rounds, rated as they should be."""
    from django.db import connection
    from django.utils import timezone

    from benchmarks import bulk, synthetic
    from benchmarks.ours import at_random
    from benchmarks.played import TABLES, Fixtures
    from referee.games import GAMES
    from referee.match import play_match
    from tournaments.models import Division, League, Season
    from tournaments.services.rebuild import rebuild

    bulk.hurry()
    game, dice = "pis_yedili", Random(1)
    same = {"seats": seats, "secret": "5eed" * 16, "title": "Season", "state": Season.State.RUNNING}
    league = League.objects.create(slug=f"league-{seats}", title="League", game=game, seats=seats)
    season = Season.objects.create(league=league, number=1, opens=timezone.now(), **same)
    rounds = fixtures * seats // ENTRIES
    division = Division.objects.create(season=season, drawn=rounds, settled=rounds)
    versions = synthetic.people(ENTRIES)[synthetic.VERSIONS - 1 :: synthetic.VERSIONS]
    house, others = versions[: seats - 1], versions[len(synthetic.HOUSE) :]
    record = replace(play_match(GAMES[game], [at_random] * seats, "1"), moves=[])
    synthetic.play(division, synthetic.enter(division, house, others), Fixtures(record, 1, dice), dice)
    bulk.count(*TABLES)
    bulk.analyse()
    connection.close()  # what comes is written as safely as ever
    rebuild(season=season, write=True)
    return season


def corrections(season: Season) -> Iterator[tuple[str, Callable[[], Any]]]:
    """What an organiser does, by words."""
    from tournaments.models import Entry, Fixture
    from tournaments.services import corrections

    first = Fixture.objects.filter(round__division__season=season, round__number=1)
    entry = Entry.objects.filter(division__season=season, house=False)
    yield "rate again, nothing changes", lambda: corrections.rate_again(season=season, by=None, reason=WHY)
    yield "void a fixture", lambda: corrections.void(fixture=first[0], by=None, reason=WHY)
    yield "drop an entry", lambda: corrections.drop(entry=entry[0], by=None, reason=WHY)


def spent(does: Callable[[], Any]) -> tuple[float, float, int]:
    """Seconds, those of CPU, and statements."""
    from django.db import connection

    statements = 0

    def counted(execute: Callable[..., Any], *args: Any) -> Any:
        nonlocal statements
        statements += 1
        return execute(*args)

    began, cpu = time.perf_counter(), time.process_time()
    with connection.execute_wrapper(counted):
        does()
    return time.perf_counter() - began, time.process_time() - cpu, statements


def main() -> None:
    """Prints the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fixtures", type=int, nargs="+", default=SIZES, help="of each season")
    asked = parser.parse_args()
    with scratch.folder() as folder:
        scratch.settle(folder)
        import django

        django.setup()
        rows = [
            figure for size in asked.fixtures for seats in SEATS for figure in figures(folder, size, seats)
        ]
        print(PAGE.format(machine=machine(), entries=ENTRIES, rows="\n".join(map(str, rows))), end="")


if __name__ == "__main__":
    main()
