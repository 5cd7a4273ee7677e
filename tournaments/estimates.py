"""What a season would take: rounds and fixtures, the work for play workers, the day on which it would end.

How many fixtures there are follows from its stages; how long they take, from those that were played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import zip_longest
from statistics import fmean, median

from django.db.models import Sum
from msgspec import convert

from bots.play.clock import Clocks
from tournaments import operations, stages
from tournaments.models import Fixture, Season, Seating
from tournaments.pairing.knockout import sizes as knockout

MEASURED = 100
"""So many of the last fixtures tell how long a match takes."""
DAY = timedelta(days=1)
PREMIERES = 43_200
"""Seconds between rounds that are shown at an hour of the day: two are open at a time."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds that a match takes a worker, and seconds of CPU that its bots use."""

    seconds: float
    cpu: float
    fixtures: int
    """How many were measured; 0: it is a quarter of the CPU that the clocks grant."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """For a number of entries and the workers of the moment."""

    rounds: int
    fixtures: int
    matches: int
    cpu: float
    """Hours that the bots compute."""
    hours: float
    """That the play workers are busy, each for itself, if they share the work."""
    ends: datetime | None
    """None: it goes on until somebody closes it, and all figures are those of its first day."""
    late: bool
    """Whether the season ends before all rounds are played."""
    pace: Pace
    workers: int


def estimate(season: Season, sizes: Sequence[int | None], entries: int, now: datetime) -> Estimate:
    """What a season, saved or not, would take with so many entries in divisions of these sizes."""
    found, workers = pace(season), max(1, len(operations.workers(now)))
    matches = season.deals * season.seats

    def took(tables: int) -> timedelta:
        busy = max(1.0, tables / workers) * matches * found.seconds
        return timedelta(seconds=max(busy, season.round_gap, PREMIERES if season.premiere else 0, 0.001))

    rounds, tail = tables(stages.read(season.stages), season.seats, shares(sizes, entries))
    opens = season.opens or now
    done = after(opens, sum(map(took, rounds), timedelta()))
    last = (season.ends or after(opens, DAY)) if tail else done
    more = max(0, int((last - done) / took(tail))) if tail else 0
    fixtures = sum(rounds) + more * tail
    return Estimate(
        rounds=len(rounds) + more,
        fixtures=fixtures,
        matches=fixtures * matches,
        cpu=fixtures * matches * found.cpu / 3600,
        hours=fixtures * matches * found.seconds / workers / 3600,
        ends=max(done, last) if season.ends or not tail else None,
        late=season.ends is not None and done > season.ends,
        pace=found,
        workers=workers,
    )


def after(moment: datetime, span: timedelta) -> datetime:
    """So much later; the last day of the calendar where that ends before."""
    try:
        return moment + span
    except OverflowError:
        return datetime.max.replace(tzinfo=moment.tzinfo)


def shares(sizes: Sequence[int | None], entries: int) -> list[int]:
    """How many compete in each division, the highest first, when the season starts."""
    found, left = [], entries
    for size in sizes[:-1]:
        found.append(left if size is None else min(size, left))
        left -= found[-1]
    return [*found, left]


def tables(plan: Sequence[stages.Stage], seats: int, divisions: Sequence[int]) -> tuple[list[int], int]:
    """The fixtures of each round of all divisions, and of the rounds that follow without end (0: none do)."""
    found = [_alone(plan, seats, entries) for entries in divisions]
    return [sum(each) for each in zip_longest(*(rounds for rounds, _ in found), fillvalue=0)], sum(
        tail for _, tail in found
    )


def _alone(plan: Sequence[stages.Stage], seats: int, entries: int) -> tuple[list[int], int]:
    rounds = list[int]()
    for stage in plan:
        if stage.format == "ladder" and stage.rounds is None:
            return rounds, -(-entries // seats)
        rounds += _stage(stage, seats, entries)
        entries = min(entries, stage.advance or entries)
    return rounds, 0


def _stage(stage: stages.Stage, seats: int, entries: int) -> Iterator[int]:
    """The tables of each round; of a round robin at larger tables as few as there can be."""
    if stage.format == "knockout":
        for number in knockout(entries, seats):
            yield from [number] * (2 if stage.double else 1)
    elif stage.format == "round_robin":
        opponents = max(0, entries - 1 + (entries % 2 if seats == 2 else 0))
        yield from [-(-entries // seats)] * (-(-stage.meetings * opponents // (seats - 1)))
    else:
        yield from [-(-entries // seats)] * (stage.rounds or 0)


def pace(season: Season) -> Pace:
    """Measured at tables of the same size, else at any, else foretold from the clocks."""
    played = Fixture.objects.filter(game=season.game, state=Fixture.State.FINISHED, started_at__isnull=False)
    same = played.filter(seats=season.seats)
    newest = list((same if same.exists() else played).order_by("-finished_at")[:MEASURED])
    if not newest:
        granted = convert(season.clocks, Clocks).bank * season.seats / 4
        return Pace(granted, granted, 0)
    return Pace(median(map(_seconds, newest)), _cpu(newest), len(newest))


def _seconds(fixture: Fixture) -> float:
    assert fixture.started_at and fixture.finished_at  # noqa: S101, PT018 - for the type checker
    return (fixture.finished_at - fixture.started_at).total_seconds() / (fixture.deals * fixture.seats)


def _cpu(fixtures: Sequence[Fixture]) -> float:
    used = Seating.objects.filter(match__fixture__in=[one.pk for one in fixtures]).order_by()
    by_fixture = dict(used.values_list("match__fixture").annotate(Sum("cpu")))
    return fmean((by_fixture.get(one.pk) or 0.0) / (one.deals * one.seats) for one in fixtures)
