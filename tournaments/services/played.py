"""What was played in a division, table by table, as the formats of its stages want to be told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Count, Q, QuerySet

from tournaments.models import Division, Fixture, Placing
from tournaments.pairing import Played

Ranks = dict[int, float | None]
"""By the number of an entry: its rank at a table; None: there is none, or none yet."""
DROPPED = Q(fixture__state=Fixture.State.FINISHED, rank=None)
"""Placings of a disqualified entry whose results do not count any more."""
Tables = defaultdict[int, defaultdict[int, Ranks]]
"""By round and table."""


def placings(division: Division, stage: int) -> QuerySet[Placing]:
    """All placings of a stage."""
    return Placing.objects.filter(fixture__round__division=division, fixture__round__stage=stage)


def place(fixture_number: str) -> int:
    """Which table of its round a fixture is for, from 1."""
    return int(fixture_number.split(".")[2])


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
    tables, extras = _tables(division, stage, known)
    played = [
        [_played(tables[number][table], extras[number].get(table)) for table in sorted(tables[number])]
        for number in known
    ]
    return [*([] for _ in range(len(numbers) - len(known))), *played]


def _tables(division: Division, stage: int, numbers: list[int]) -> tuple[Tables, Tables]:
    """The ranks at the tables of these rounds, and those in deals that broke a tie.

    A table that stands as void has no ranks, unless it was settled before: pairings that followed it stand.
    Where no more deal could be played everybody is equal in it.
    """
    tables: Tables = defaultdict(lambda: defaultdict(dict))
    extras: Tables = defaultdict(lambda: defaultdict(dict))
    last_tries = (
        placings(division, stage)
        .filter(fixture__round__number__in=numbers, fixture__replacement=None, entry__isnull=False)
        .exclude(DROPPED)
    )
    fields = ("fixture__round__number", "fixture__number", "fixture__state", "fixture__breaks")
    rows = last_tries.order_by("fixture", "number").values_list(*fields, "entry__number", "rank")
    for number, name, state, breaks, entry, rank in rows:
        if breaks is None:
            tables[number][place(name)][entry] = rank
        else:
            extras[number][place(name)][entry] = 1 if state == Fixture.State.VOID else rank
    return tables, extras


def _played(ranks: Ranks, extra: Ranks | None) -> Played:
    return Played(tuple(ranks), _whole(ranks, ranks), _whole(ranks, extra) if extra else None)


def _whole(entries: Iterable[int], ranks: Ranks) -> tuple[float, ...] | None:
    """The ranks of the entries; None unless all are there."""
    known = [rank for entry in entries if (rank := ranks.get(entry)) is not None]
    return tuple(known) if len(known) == len(ranks) else None
