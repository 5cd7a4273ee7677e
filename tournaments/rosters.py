"""The lists of a season that its organiser works with: who competes, and what is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Prefetch, Q

from tournaments.models import Entry, Fixture, Season
from tournaments.selectors import fixtures as selected
from tournaments.services import reruns

STILL = Q(bot__frozen=True) | Q(bot__owner__banned=True)
"""Entries that get no chair although they compete."""
ENTRIES = (
    *Entry.State.choices,
    ("waiting", "waiting for a first table"),
    ("still", "standing still"),
)
"""What entries can be picked by, and in words."""
PICKED = {
    **{state: Q(state=state) for state in Entry.State.values},
    "waiting": Q(state=Entry.State.IN, placings=None) & ~STILL,
    "still": STILL,
}


@dataclass(frozen=True, slots=True)
class Played:
    """A fixture with the times that it was run again, and what each of those has shown."""

    fixture: Fixture
    tries: int
    """How often a worker was sent for."""
    again: list[tuple[Fixture, str]]

    @property
    def moving(self) -> bool:
        """Whether a re-run is to come."""
        return any(not fixture.ended for fixture, _ in self.again)


def entries(season: Season, picked: str, count: int, after: int | None = None) -> list[Entry]:
    """Those who compete, the house that fills chairs aside, by number."""
    rows = Entry.objects.filter(division__season=season, house=False, number__gt=after or 0)
    if picked:
        rows = rows.filter(PICKED[picked]).distinct()
    return list(rows.select_related("division", "bot__owner", "version").order_by("number")[:count])


def fixtures(
    season: Season, picked: Mapping[str, Any], count: int, before: int | None = None
) -> list[Played]:
    """What is played in its rounds, newest first; picked by `state` (or `rerun`) and number of `round`."""
    rows = selected.fixtures().filter(round__division__season=season)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    if "round" in picked:
        rows = rows.filter(round__number=picked["round"])
    if state := picked.get("state"):
        rows = rows.filter(reruns__isnull=False) if state == "rerun" else rows.filter(state=state)
    again = Prefetch("reruns", Fixture.objects.order_by("-pk"))
    found = rows.annotate(tries=Count("attempts", distinct=True)).prefetch_related(again).order_by("-pk")
    return [
        Played(one, one.tries, [(each, reruns.outcome(each)) for each in one.reruns.all()])
        for one in found[:count]
    ]
