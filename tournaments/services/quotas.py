"""How many of something somebody may make in a time; one more is refused until the first is older.

The service that makes it asks, in the transaction that does: until that ends, nobody else is counted.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.errors import LimitError
from tournaments.models import Bot, User, Version
from tournaments.services.states import lock

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
UPLOADS_AN_HOUR = 20
"""So many versions may somebody submit, and so many bots make."""


def uploads(user: User) -> None:
    """LimitError where they have submitted as many versions as they may."""
    lock(User.objects.filter(pk=user.pk))
    keep(Version.objects.filter(bot__owner=user), UPLOADS_AN_HOUR, HOUR, _much("uploads"))


def bots(user: User) -> None:
    """The same for bots."""
    lock(User.objects.filter(pk=user.pk))
    keep(Bot.objects.filter(owner=user), UPLOADS_AN_HOUR, HOUR, _much("new bots"))


def keep(rows: QuerySet[Any], most: int, within: timedelta, reason: str) -> None:
    """LimitError where `most` of these rows, or more, were created within that time.

    Whoever asks has locked what they hang on.
    """
    now = timezone.now()
    times = rows.filter(created__gt=now - within).order_by("-created").values_list("created", flat=True)
    for first in times[most - 1 : most]:
        raise LimitError(reason, (first + within - now).total_seconds())


def _much(what: str) -> str:
    return f"That is {UPLOADS_AN_HOUR} {what} in an hour. Please wait a little."
