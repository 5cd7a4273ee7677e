"""What was played in a division, table by table, as the formats of its stages want to be told."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Count, QuerySet

from tournaments.models import Division, Fixture, Placing
from tournaments.pairing import Played, told
from tournaments.pairing.told import Seat


def placings(division: Division, stage: int) -> QuerySet[Placing]:
    """All placings of a stage."""
    return Placing.objects.filter(fixture__round__division=division, fixture__round__stage=stage)


def chairs_filled(division: Division, before: int) -> dict[int | None, int]:
    """How often each house entry has filled a chair before a round, by its primary key."""
    filled = Placing.objects.filter(
        entry__in=division.entries.filter(house=True).order_by().values("pk"),
        fixture__round__number__lt=before,
        fixture__replaces=None,
        fixture__breaks=None,
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
    dealt = Fixture.objects.filter(
        round__division=division, round__stage=stage, round__number__in=numbers
    ).order_by()
    fields = ("pk", "replaces", "round__number", "number", "state", "breaks")
    rows = list(dealt.values_list(*fields))
    again = {replaced for _, replaced, *_ in rows}
    tables = {pk: known for pk, _, *known in rows if pk not in again}
    entries = dict(division.entries.order_by().values_list("pk", "number"))
    seats = Placing.objects.filter(fixture__in=dealt.values("pk"), entry__isnull=False)
    seated = seats.order_by("fixture_id", "number").values_list("fixture", "entry", "rank")
    for fixture, entry, rank in (seat for seat in seated if seat[0] in tables):
        number, name, state, breaks = tables[fixture]
        if rank is not None or state != Fixture.State.FINISHED:  # else its results were dropped
            void = state == Fixture.State.VOID
            yield Seat(number, told.place(name), entries[entry], rank, void, breaks is not None)
