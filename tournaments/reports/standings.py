"""A division's table: what its last settled round did to it, and the ratings of some by rounds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Division, Entry, Placing
from tournaments.ranking import Rating
from tournaments.reports.entries import Rounds
from tournaments.selectors.fixtures import open_fixtures


@dataclass(frozen=True, slots=True)
class Last:
    """An entry's fixture in the last settled round, and its rating before it."""

    fixture: int
    before: Rating


def last_round(division: Division) -> dict[int, Last]:
    """By entry; nothing of who did not sit down there or was not rated."""
    rated = Placing.objects.filter(
        open_fixtures("fixture__"),
        fixture__round__division=division,
        fixture__round__number=division.settled,
        entry__isnull=False,
        mu_before__isnull=False,
    )
    rows = rated.values_list("entry", "fixture", "mu_before", "sigma_before")
    return {entry: Last(fixture, Rating(mu or 0, sigma or 0)) for entry, fixture, mu, sigma in rows if entry}


def climbed(ranked: Sequence[Entry], last: Mapping[int, Last]) -> dict[int, int]:
    """By entry, how many places up the last round took it; negative: down."""
    now = {entry.pk: entry.score for entry in ranked}
    before = {pk: last[pk].before.score if pk in last else score for pk, score in now.items()}
    return {pk: _place(before, pk) - _place(now, pk) for pk in now}


def _place(scores: Mapping[int, float], pk: int) -> int:
    return sum(score > scores[pk] for score in scores.values())


def histories(entries: Collection[int], after: int) -> dict[int, Rounds]:
    """Of the entries with these keys, the rounds after one."""
    rated = Placing.objects.filter(
        open_fixtures("fixture__"),
        entry__in=entries,
        mu_after__isnull=False,
        fixture__round__number__gt=after,
    )
    found: defaultdict[int, Rounds] = defaultdict(list)
    fields = ("entry", "fixture__round__number", "mu_after", "sigma_after", "version__number")
    for entry, *round in rated.order_by("fixture_id").values_list(*fields):
        found[entry].append(tuple(round))
    return {entry: sorted(rounds) for entry, rounds in found.items()}
