"""The list of what was done by whom: whoever changes a season by hand leaves a line."""

from __future__ import annotations

from typing import Any

from tournaments.models import Action, Season, User
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
    """Writes a line in the transaction of what it tells; without `by` it was the clock."""
    return Action.objects.create(
        by=by, verb=verb, season=season, subject=kept(str(subject), 200), reason=reason, details=details
    )


def waiting(*, season: Season, verb: str, why: object) -> bool:
    """Writes, once, why the clock cannot do what is due; whether that is news."""
    verb, reason = f"cannot {verb}", str(why)
    if Action.objects.filter(by=None, season=season, verb=verb, reason=reason).exists():
        return False
    note(by=None, verb=verb, subject=season, season=season, reason=reason)
    return True
