"""A season's figures made again, from who made how many points to the last rating."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.db import transaction

from tournaments.models import Division, Round, Season
from tournaments.ranking import Rating
from tournaments.services import counting, ratings
from tournaments.services.states import lock, rewrite


@dataclass(slots=True)
class Rebuilt:
    """What was compared, and each stored figure that is not what it should be, in order."""

    fixtures: int = 0
    placings: int = 0
    entries: int = 0
    """Whose rating of today differs."""
    differences: list[str] = field(default_factory=list)


@transaction.atomic
def rebuild(*, season: Season, write: bool = False) -> Rebuilt:
    """Does all settled rounds again and compares every figure exactly; `write` stores what comes out."""
    lock(season.divisions.all())
    rebuilt = Rebuilt()
    for division in season.divisions.order_by("tier"):
        _division(division, rebuilt, write)
    return rebuilt


def _division(division: Division, rebuilt: Rebuilt, write: bool) -> None:
    entries = {entry.pk: entry for entry in division.entries.all()}
    stored = {pk: {name: getattr(one, name) for name in ratings.STANDING} for pk, one in entries.items()}
    settled = division.rounds.filter(state=Round.State.SETTLED)
    current: ratings.Ratings = {pk: Rating(one.start_mu, one.start_sigma) for pk, one in entries.items()}
    for round in settled.order_by("number"):
        current = _round(round, current, rebuilt, write)
    rebuilt.entries += sum(entry.rating != current[pk] for pk, entry in entries.items())
    for pk, entry in entries.items():
        (entry.mu, entry.sigma), entry.fixtures, entry.faults = current[pk], 0, 0
    counting.add(entries, settled)
    for pk, entry in entries.items():
        for name, value in stored[pk].items():
            _compare(str(entry), name, value, getattr(entry, name), rebuilt)
    if write:
        rewrite(entries.values(), *ratings.STANDING)


def _round(round: Round, before: ratings.Ratings, rebuilt: Rebuilt, write: bool) -> ratings.Ratings:
    rated = ratings.finished(round)
    tie_breaks = ratings.finished(round, tie_breaks=True)
    seated = [*rated, *tie_breaks]
    rows = [placing for placings in seated for placing in placings]
    stored = {one.pk: {name: getattr(one, name) for name in ratings.FIGURES} for one in rows}
    for placings in seated:
        counting.count(placings)
    step = ratings.step(round, before, rated)
    ratings.drop(round, tie_breaks)
    for placing in rows:
        for name, value in stored[placing.pk].items():
            _compare(str(placing), name, value, getattr(placing, name), rebuilt)
    if write:
        rewrite(rows, *ratings.FIGURES)
    rebuilt.fixtures += len(seated)
    rebuilt.placings += len(rows)
    return step.ratings


def _compare(row: str, name: str, stored: object, again: object, rebuilt: Rebuilt) -> None:
    if stored != again:
        rebuilt.differences.append(f"{row}: {name} is stored as {stored!r} and comes out as {again!r}")
