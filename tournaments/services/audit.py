"""The list of what was done by whom: whoever changes a season by hand leaves a line."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from tournaments.models import Action, Entry, League, Season, User
from tournaments.services.texts import kept


def note(
    *,
    by: User | None,
    verb: str,
    subject: object,
    season: Season | None = None,
    reason: str = "",
    **details: Any,
) -> Action:
    """Writes a line in the transaction of what it tells; without `by` it was the clock.

    It stands on the desk of the league of that season, or of the season or league that is its subject.
    """
    about = season or subject
    league = about.league_id if isinstance(about, Season) else about.pk if isinstance(about, League) else None
    return Action.objects.create(
        by=by,
        verb=verb,
        season=season,
        league_id=league,
        subject=kept(str(subject), 200),
        reason=reason,
        details=details,
    )


def note_wherever(*, entries: QuerySet[Entry], **line: Any) -> Action:
    """A line for each season under way or to come that these entries compete in; one at least.

    So every desk that it concerns has it, with the number of its `entries`.
    """
    live = entries.filter(state=Entry.State.IN).exclude(division__season__state=Season.State.CLOSED)
    seasons = Season.objects.filter(divisions__entries__in=live).distinct()
    notes = [
        note(season=one, entries=live.filter(division__season=one).count(), **line)
        for one in seasons.order_by("pk")
    ]
    return notes[-1] if notes else note(entries=0, **line)


def waiting(*, season: Season, verb: str, why: object) -> bool:
    """Writes, once, why the clock cannot do what is due; whether that is news."""
    verb, reason = f"cannot {verb}", str(why)
    if Action.objects.filter(by=None, season=season, verb=verb, reason=reason).exists():
        return False
    note(by=None, verb=verb, subject=season, season=season, reason=reason)
    return True
