"""What the organiser tells everybody on a season's page."""

from __future__ import annotations

from django.db import transaction

from tournaments.models import Action, Announcement, Season, User
from tournaments.services import audit


@transaction.atomic
def publish(*, season: Season, by: User, text: str) -> Action:
    """Puts a text on the page of a season, above all that was said before."""
    Announcement.objects.create(season=season, text=text, by=by)
    return audit.note(by=by, verb="announce", subject=season, season=season, reason=text)
