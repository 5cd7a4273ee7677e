"""What the desk does every second or two: one look at everything that has a deadline."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments.models import Desk, Fixture, Version
from tournaments.services import archives, attempts, bulletins, timetable, trials
from tournaments.services.deadlines import reached
from tournaments.services.guards import guarded

OUTAGE = 5.0
"""A desk that was away for less than so many seconds, or half a lease, has not been away."""
GRACE = timedelta(seconds=10)
"""An upload that is not on trial after this is put there by the desk."""
FURTHEST = timedelta(minutes=20)
"""No fixture is put off for so long."""


def tick(now: datetime | None = None) -> None:
    """Sweeps, moves seasons on, queues what waits; an error in one thing keeps no other from its turn."""
    now = now or timezone.now()
    guarded(sweep, now)
    stuck = Version.objects.filter(reached("created", now - GRACE, 2 * GRACE), state=Version.State.CHECKING)
    for version in stuck:
        guarded(trials.begin, version=version)
    for season in timetable.live():
        guarded(timetable.advance, season=season, now=now)
    for archive in archives.due(now):
        guarded(archives.ask, archive=archive, now=now)
    for fixture in due(now):
        guarded(attempts.queue, fixture=fixture)
    guarded(bulletins.number)


def due(now: datetime) -> list[Fixture]:
    """The waiting fixtures whose turn it is: all that people wait for, rated ones while the queue is short.

    Twice as many rated ones are queued as are being played, and two: the queue grows with the workers.
    """
    waiting = Fixture.objects.filter(reached("due", now, FURTHEST), state=Fixture.State.WAITING)
    waiting = waiting.exclude(round__division__season__paused=True)
    rated = Q(kind__in=(Fixture.Kind.RATED, Fixture.Kind.DRY))
    under_way = Fixture.objects.filter(rated)
    playing = under_way.filter(state=Fixture.State.PLAYING).count()
    queued = under_way.filter(state=Fixture.State.QUEUED).count()
    room = max(0, 2 * playing + 2 - queued)
    return [
        *waiting.exclude(rated).order_by("due"),
        *waiting.filter(rated).order_by("round__number", "pk")[:room],
    ]


def sweep(now: datetime) -> None:
    """Judges leases that ran out, unless the desk itself was away, and rings again for what nobody begins."""
    if judges(now):
        for attempt in attempts.expired(now).select_related("fixture"):
            guarded(attempts.lose, attempt=attempt, now=now)
    for attempt in attempts.unheard(now).select_related("fixture"):
        guarded(attempts.ring_again, attempt=attempt, now=now)


@transaction.atomic
def judges(now: datetime) -> bool:
    """Whether leases may be judged: after an outage the workers get one lease to be heard again.

    A clock that was set, forwards or back, is an outage too.
    """
    desk, made = Desk.objects.select_for_update().get_or_create(
        pk=1, defaults={"ticked_at": now, "judges_from": now + attempts.lease()}
    )
    away = abs(now - desk.ticked_at) > max(attempts.lease() / 2, timedelta(seconds=OUTAGE))
    if away:
        desk.judges_from = now + attempts.lease()
    desk.ticked_at = now
    desk.save()
    return not made and desk.judges_from <= now
