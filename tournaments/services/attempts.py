"""Attempts: the bell is rung, a lease is held by beats, and what is lost or failed is tried again.

The broker is a bell, the database is the truth: a message that gets lost or comes twice changes nothing.
"""

from __future__ import annotations

import logging
import secrets
from datetime import datetime, timedelta

import msgspec
from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import Attempt, Fixture
from tournaments.services import commits, fixtures, live, orders
from tournaments.services.deadlines import reached
from tournaments.services.states import change, changed, lock
from tournaments.services.texts import kept

PRIORITY = {Fixture.Kind.TRIAL: 0, Fixture.Kind.CHALLENGE: 3, Fixture.Kind.RERUN: 3}
RATED_PRIORITY = 6
FAILURES, LOSSES = 3, 10
"""So many of a fixture's attempts may fail, or be lost, before it is void."""

log = logging.getLogger(__name__)


def lease() -> timedelta:
    """How long an attempt lives after a beat."""
    return timedelta(seconds=settings.CARAVAN_LEASE)


@transaction.atomic
def queue(*, fixture: Fixture) -> None:
    """Begins an attempt at a waiting fixture and rings for it; nothing if somebody else has."""
    waiting = Fixture.objects.filter(pk=fixture.pk, state=Fixture.State.WAITING)
    if changed(waiting, state=Fixture.State.QUEUED):
        attempt = Attempt.objects.create(
            fixture=fixture, number=fixture.attempts.count() + 1, token=secrets.token_hex(16)
        )
        ring(attempt)


def ring(attempt: Attempt) -> None:
    """Sends the attempt's message to the play workers once this is committed."""
    fixture = attempt.fixture
    commits.after(
        current_app.send_task,
        "play.fixture",
        args=[msgspec.to_builtins(orders.ordered(fixture, attempt))],
        queue="play",
        priority=PRIORITY.get(Fixture.Kind(fixture.kind), RATED_PRIORITY),
    )


def ids(attempt: Attempt) -> dict[str, object]:
    """What a line of the log about it names."""
    return {"fixture": attempt.fixture_id, "attempt": attempt.pk, "worker": attempt.worker}


def held(attempt: int, token: str) -> Attempt | None:
    """The attempt if it is open and the token its own."""
    rows = Attempt.objects.filter(pk=attempt, token=token, state__in=Attempt.OPEN)
    return rows.select_related("fixture").first()


@transaction.atomic
def beat(*, attempt: int, token: str, worker: str = "") -> bool:
    """Starts or extends the lease; False for one that has no business any more."""
    lock(Fixture.objects.filter(attempts=attempt))
    now = timezone.now()
    rows = Attempt.objects.filter(pk=attempt, token=token)
    begun = changed(
        rows.filter(state=Attempt.State.QUEUED),
        state=Attempt.State.RUNNING,
        lease_until=now + lease(),
        worker=kept(worker, 100),
    )
    if begun:
        queued = Fixture.objects.filter(attempts__in=rows, state=Fixture.State.QUEUED)
        change(queued, state=Fixture.State.PLAYING, started_at=now)
    return begun or changed(rows.filter(state=Attempt.State.RUNNING), lease_until=now + lease())


@transaction.atomic
def fail(*, attempt: int, token: str, error: str) -> bool:
    """An error of ours ended the attempt; the third makes the fixture void."""
    lock(Fixture.objects.filter(attempts=attempt))
    rows = Attempt.objects.filter(pk=attempt, token=token, state__in=Attempt.OPEN)
    if not changed(rows, state=Attempt.State.FAILED, error=kept(error, 2000)):
        return False
    fixture = Fixture.objects.get(attempts__pk=attempt)
    failures = fixture.attempts.filter(state=Attempt.State.FAILED).count()
    told = {"fixture": fixture.pk, "attempt": attempt}
    commits.after(log.warning, "An attempt at %s failed: %s", fixture, kept(error, 500), extra=told)
    _again(fixture, failures < FAILURES, 10 * failures, f"{failures} attempts failed: {kept(error, 500)}")
    return True


def expired(now: datetime) -> QuerySet[Attempt]:
    """The attempts whose lease has run out."""
    running = Attempt.objects.filter(reached("lease_until", now, 2 * lease()), state=Attempt.State.RUNNING)
    return running.order_by("lease_until")


@transaction.atomic
def lose(*, attempt: Attempt, now: datetime) -> bool:
    """The attempt's lease ran out: the fixture is tried again, each time after a longer pause."""
    lock(Fixture.objects.filter(pk=attempt.fixture_id))
    if not changed(expired(now).filter(pk=attempt.pk), state=Attempt.State.LOST):
        return False
    commits.after(log.warning, "An attempt at %s was lost", attempt.fixture, extra=ids(attempt))
    losses = attempt.fixture.attempts.filter(state=Attempt.State.LOST).count()
    _again(attempt.fixture, losses < LOSSES, min(300, 2**losses), f"{losses} attempts were lost")
    return True


def _again(fixture: Fixture, worth_it: bool, seconds: float, reason: str) -> None:
    """Back to the waiting fixtures, or void."""
    if not worth_it:
        fixtures.void(fixture=fixture, reason=reason)
        return
    live.forget(fixture)
    change(
        Fixture.objects.filter(pk=fixture.pk, state__in=(Fixture.State.QUEUED, Fixture.State.PLAYING)),
        state=Fixture.State.WAITING,
        due=timezone.now() + timedelta(seconds=seconds),
    )


def unheard(now: datetime) -> QuerySet[Attempt]:
    """The attempts that nobody has begun for so long that they are rung for once more."""
    gap = timedelta(seconds=settings.CARAVAN_RING_AGAIN)
    queued = Attempt.objects.filter(reached("rung_at", now - gap, 2 * gap), state=Attempt.State.QUEUED)
    return queued.order_by("rung_at")


@transaction.atomic
def ring_again(*, attempt: Attempt, now: datetime) -> bool:
    """Rings once more for an attempt that nobody has begun, however often that takes."""
    rows = Attempt.objects.filter(pk=attempt.pk, state=Attempt.State.QUEUED, rung_at=attempt.rung_at)
    if not changed(rows, rung_at=now):
        return False
    ring(attempt)
    return True
