"""Fixture points and ranks, from what everybody made of the same cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db.models import Count, QuerySet

from referee.duplicate import Result, fixture_points
from tournaments.models import Entry, Fixture, Placing, Round, SeasonEvent, Seating

Seat = tuple[Any, ...]
"""Deal, seat, entry, points, fault."""


def dropped(division: int) -> set[int]:
    """The entries of a division whose results do not count any more, by primary key."""
    drops = SeasonEvent.objects.filter(kind=SeasonEvent.Kind.DROP, entry__division=division)
    return {entry for entry in drops.values_list("entry", flat=True) if entry is not None}


def count(tables: Sequence[Sequence[Placing]], without: Collection[int] = ()) -> None:
    """Fills in the points and ranks of a season's fixtures, not saved; who does not count has neither."""
    seatings = Seating.objects.filter(match__fixture__in=[placings[0].fixture_id for placings in tables])
    fields = ("match__fixture", "match__deal", "seat", "entry", "points", "fault")
    played: defaultdict[int, list[Seat]] = defaultdict(list)
    for fixture, *seat in seatings.order_by().values_list(*fields):
        played[fixture].append(tuple(seat))
    for placings in tables:
        _count(placings, played[placings[0].fixture_id], without)


def _count(placings: Sequence[Placing], seats: Sequence[Seat], without: Collection[int]) -> None:
    numbers = {one.entry_id: one.number for one in placings if one.entry_id not in without}
    points = fixture_points(
        [
            Result(deal, seat, numbers[entry], points or 0, bool(fault))
            for deal, seat, entry, points, fault in seats
            if entry in numbers
        ]
    )
    for placing in placings:
        placing.fixture_points = placing.rank = None
    for placing in (one for one in placings if one.entry_id in numbers):
        placing.fixture_points = points[placing.number]
        placing.rank = 1 + sum(points[other] > placing.fixture_points for other in numbers.values())


def add(entries: Mapping[int, Entry], rounds: QuerySet[Round]) -> None:
    """Adds what the entries of a division have played in these rounds to their counts, not saved."""
    played = Placing.objects.filter(fixture__round__in=rounds, fixture__state=Fixture.State.FINISHED)
    faults = Seating.objects.filter(
        match__fixture__round__in=rounds, match__fixture__state=Fixture.State.FINISHED
    ).exclude(fault="")
    for pk, rank, number in played.order_by().values_list("entry", "rank").annotate(Count("pk")):
        entries[pk].fixtures += number
        entries[pk].ranks = _counted(entries[pk].ranks, rank, number) if rank else entries[pk].ranks
    for pk, number in faults.order_by().values_list("entry").annotate(Count("pk")):
        entries[pk].faults += number


def _counted(ranks: Sequence[int], rank: int, number: int) -> list[int]:
    """How often each rank was reached, with so many times more of one."""
    longer = [*ranks, *([0] * (rank - len(ranks)))]
    longer[rank - 1] += number
    return longer
