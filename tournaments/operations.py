"""What whoever runs Caravan asks about the work: a query or two for each question."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from tournaments.models import Attempt, Worker


def workers(now: datetime) -> set[str]:
    """The play workers heard of within a lease: they said so, or beat in an attempt."""
    lease = timedelta(seconds=settings.CARAVAN_LEASE)
    waiting = Worker.objects.filter(heard_at__gt=now - lease).values_list("name", flat=True)
    playing = Attempt.objects.filter(state=Attempt.State.RUNNING, lease_until__gt=now)
    return {*waiting, *playing.values_list("worker", flat=True)}
