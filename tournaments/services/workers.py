"""Play workers, as far as they are heard of."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from tournaments.models import Worker
from tournaments.services.texts import kept

REMEMBERED = timedelta(days=1)


def heard(*, name: str) -> None:
    """A play worker says that it is there."""
    now = timezone.now()
    Worker.objects.update_or_create(name=kept(name, 100), defaults={"heard_at": now})


def forget(now: datetime) -> None:
    """Those who have been silent for a day are gone."""
    Worker.objects.filter(heard_at__lt=now - REMEMBERED).delete()
