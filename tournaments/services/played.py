"""What was played in a division, table by table, as the formats of its stages want to be told."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Count, Q, QuerySet

from tournaments.models import Division, Fixture, Placing
from tournaments.pairing import Played, told
from tournaments.pairing.told import Seat

DROPPED = Q(fixture__state=Fixture.State.FINISHED, rank=None)
"""Placings of a disqualified entry whose results do not count any more."""


def placings(division: Division, stage: int) -> QuerySet[Placing]:
    """All placings of a stage."""
    return Placing.objects.filter(fixture__round__division=division, fixture__round__stage=stage)


def chairs_filled(division: Division, before: int) -> dict[int | None, int]:
    """How often each house entry has filled a chair before a round, by its primary key."""
    filled = Placing.objects.filter(
        fixture__round__division=division,
        fixture__round__number__lt=before,
        fixture__replaces=None,
        fixture__breaks=None,
        entry__house=True,
    )
    return dict(filled.order_by().values_list("entry").annotate(Count("pk")))


def rounds(division: Division, stage: int, before: int, memory: int | None) -> list[list[Played]]:
    """The rounds of a stage up to one; of those beyond the memory nothing but that there were so many."""
    earlier = division.rounds.filter(stage=stage, number__lt=before).order_by("number")
    numbers = list(earlier.values_list("number", flat=True))
    known = numbers[-memory:] if memory else numbers
    played = told.rounds(_seats(division, stage, known), known)
    return [*([] for _ in range(len(numbers) - len(known))), *played]


def _seats(division: Division, stage: int, numbers: list[int]) -> Iterator[Seat]:
    """Who sat at the tables of these rounds in the last deal for each.

    A table that stands as void has no ranks, unless it was settled before: pairings that followed it stand.
    """
    last_tries = (
        placings(division, stage)
        .filter(fixture__round__number__in=numbers, fixture__replacement=None, entry__isnull=False)
        .exclude(DROPPED)
    )
    fields = ("fixture__round__number", "fixture__number", "fixture__state", "fixture__breaks")
    rows = last_tries.order_by("fixture", "number").values_list(*fields, "entry__number", "rank")
    for number, name, state, breaks, entry, rank in rows:
        void = state == Fixture.State.VOID
        yield Seat(number, told.place(name), entry, rank, void, breaks is not None)
