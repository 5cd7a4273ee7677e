"""How a season goes on: the ratings of its best by rounds, what is played now, what waits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from django.utils import timezone

from caravan.standings.tables import Row, Table
from caravan.web.race import COLOURS, Race, race
from tournaments import operations, watching
from tournaments.models import Fixture, Season
from tournaments.reports.entries import begun
from tournaments.reports.standings import histories
from tournaments.selectors.seasons import Progress, progress

TOP = 5
ROUNDS = 100
"""So many are drawn in a chart;"""
LATEST = 4
"""and so many told of one by one."""
TABLES = 6


@dataclass(frozen=True, slots=True)
class Now:
    """The first of the tables being played, the last rounds of each division, what waits and for whom."""

    playing: list[Fixture]
    rounds: list[tuple[str, list[Progress]]]
    waiting: int
    workers: int


def top(table: Table, mine: Sequence[Row]) -> Race | None:
    """The first of a table and somebody's own, over the last rounds; None before the first."""
    best = sorted(table.rows, key=lambda row: row.standing.rank or inf)[:TOP]
    shown = list({row.standing.entry.pk: row.standing.entry for row in [*best, *mine]}.values())
    rounds = histories([entry.pk for entry in shown], table.division.settled - ROUNDS)
    played = [(entry, rounds[entry.pk]) for entry in shown if entry.pk in rounds]
    runners = [(entry.bot.name, begun(entry, own, ROUNDS)) for entry, own in played]
    return race(runners[:COLOURS]) if runners else None


def now(season: Season) -> Now:
    """What goes on in a season that is not closed."""
    waiting = Fixture.objects.filter(
        state__in=(Fixture.State.WAITING, Fixture.State.QUEUED), round__division__season=season
    )
    return Now(
        list(watching.playing().filter(round__division__season=season)[:TABLES]),
        [(each.name, progress(each, LATEST)) for each in season.divisions.all()],
        waiting.count(),
        len(operations.workers(timezone.now())),
    )
