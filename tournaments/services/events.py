"""The numbered list of what befell a season beside its rounds: with them, its ratings follow from it."""

from __future__ import annotations

from django.db.models import Max

from tournaments.errors import StateError
from tournaments.models import Division, Entry, Fixture, Season, SeasonEvent, Version
from tournaments.services.states import lock


def write(
    *,
    kind: str,
    division: Division,
    entry: Entry | None = None,
    fixture: Fixture | None = None,
    version: Version | None = None,
    reason: str = "",
) -> SeasonEvent:
    """The next event; needs a transaction, in which no round of the season can be drawn.

    StateError once the season is closed: its table stands.
    """
    lock(Season.objects.filter(pk=division.season_id))
    season = Season.objects.get(pk=division.season_id)
    if season.state == Season.State.CLOSED:
        raise StateError(f"{season} is closed, and its table stands")
    events = SeasonEvent.objects.filter(season=division.season_id)
    last = events.aggregate(last=Max("number"))["last"] or 0
    return SeasonEvent.objects.create(
        season_id=division.season_id,
        number=last + 1,
        after_round=Division.objects.get(pk=division.pk).drawn,
        kind=kind,
        entry=entry,
        fixture=fixture,
        version=version,
        reason=reason,
    )
