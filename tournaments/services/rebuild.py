"""A season's figures made again, from who made how many points to the last rating."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TypeVar

from django.db import transaction

from tournaments.models import Division, Entry, Placing, Round, Season
from tournaments.ranking import Rating
from tournaments.services import counting, ratings
from tournaments.services.states import lock, rewrite

PLACINGS = 1000
"""So many are in memory at once, or those of one round."""
SHOWN = 10
Row = TypeVar("Row", Entry, Placing)
Stored = tuple[object, ...]


@dataclass(slots=True)
class Rebuilt:
    """What was compared, and how many stored figures are not what they should be."""

    fixtures: int = 0
    placings: int = 0
    entries: int = 0
    """Whose rating of today differs."""
    figures: int = 0
    """That differ."""
    differences: list[str] = field(default_factory=list)
    """The first of them, in order."""


@transaction.atomic
def rebuild(*, season: Season, write: bool = False) -> Rebuilt:
    """Does all settled rounds again and compares every figure exactly; `write` stores those that differ."""
    lock(season.divisions.all())
    rebuilt = Rebuilt()
    for division in season.divisions.order_by("tier"):
        _division(division, rebuilt, write)
    return rebuilt


def _division(division: Division, rebuilt: Rebuilt, write: bool) -> None:
    entries = {entry.pk: entry for entry in division.entries.all()}
    stored = _figures(entries.values(), ratings.STANDING)
    current: ratings.Ratings = {pk: Rating(one.start_mu, one.start_sigma) for pk, one in entries.items()}
    terms = ratings.terms(division)
    for rounds in _batches(division, len(entries)):
        current = _rounds(rounds, current, terms, rebuilt, write)
    rebuilt.entries += sum(entry.rating != current[pk] for pk, entry in entries.items())
    for pk, entry in entries.items():
        (entry.mu, entry.sigma), entry.fixtures, entry.ranks, entry.faults = current[pk], 0, [], 0
    counting.add(entries, division.rounds.filter(state=Round.State.SETTLED))
    _compare(entries.values(), stored, ratings.STANDING, rebuilt, write)


def _batches(division: Division, entries: int) -> Iterator[list[Round]]:
    """Its settled rounds in order, some at once; an entry sits at one table a round."""
    some = max(1, PLACINGS // max(1, entries))
    settled = division.rounds.filter(state=Round.State.SETTLED).order_by("number")
    for first in range(1, division.settled + 1, some):
        yield list(settled.filter(number__gte=first, number__lt=first + some))


def _rounds(
    rounds: Sequence[Round], before: ratings.Ratings, terms: ratings.Terms, rebuilt: Rebuilt, write: bool
) -> ratings.Ratings:
    rated = ratings.finished(*rounds)
    seated = [*rated, *ratings.finished(*rounds, tie_breaks=True)]
    rows = [placing for placings in seated for placing in placings]
    stored = _figures(rows, ratings.FIGURES)
    counting.count(seated)
    ratings.drop(seated, terms.dropped)
    tables: defaultdict[int | None, list[list[Placing]]] = defaultdict(list)
    for placings in rated:
        tables[placings[0].fixture.round_id].append(placings)
    for round in rounds:
        before = ratings.step(round.number, before, tables[round.pk], terms).ratings
    rebuilt.fixtures += len(seated)
    rebuilt.placings += len(rows)
    _compare(rows, stored, ratings.FIGURES, rebuilt, write)
    return before


def _figures(rows: Iterable[Row], names: Sequence[str]) -> list[Stored]:
    """Of each row those with these names."""
    return list(map(attrgetter(*names), rows))


def _compare(
    rows: Collection[Row], stored: Sequence[Stored], names: Sequence[str], rebuilt: Rebuilt, write: bool
) -> None:
    """Notes each figure that is not the stored one, and stores the rows that have one."""
    differ = []
    for row, was, now in zip(rows, stored, _figures(rows, names), strict=True):
        if was != now:
            differ.append(row)
            _note(row, names, was, now, rebuilt)
    if write:
        rewrite(differ, *names)


def _note(row: Entry | Placing, names: Sequence[str], was: Stored, now: Stored, rebuilt: Rebuilt) -> None:
    for name, stored, again in zip(names, was, now, strict=True):
        if stored != again:
            rebuilt.figures += 1
            if len(rebuilt.differences) < SHOWN:
                rebuilt.differences.append(
                    f"{row}: {name} is stored as {stored!r} and comes out as {again!r}"
                )
