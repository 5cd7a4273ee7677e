"""What the desk worker is asked to do; each a line, because services do it."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Any

import msgspec
from celery import Task, shared_task
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from bots.play.broadcast import Moves
from tournaments.models import Notification
from tournaments.services import (
    archives,
    attempts,
    bulletins,
    deliveries,
    erasure,
    live,
    logs,
    mails,
    notifications,
    results,
    scheduler,
    submissions,
    workers,
)

UNWRITABLE = (OperationalError, InterfaceError, OSError)
"""The database or a disk is away or full."""
AGAIN, HOUR = 2, 3600
log = logging.getLogger(__name__)


@shared_task
def beat(attempt: int, token: str, worker: str = "") -> None:
    """A play worker is at it."""
    attempts.beat(attempt=attempt, token=token, worker=worker)


@shared_task
def moves(attempt: int, token: str, **moves: Any) -> None:
    """A play worker tells those who watch."""
    live.add(attempt=attempt, token=token, moves=msgspec.convert(moves, Moves))


@shared_task(bind=True, max_retries=HOUR // AGAIN)
def finish(task: Task, attempt: int, token: str, played: dict[str, Any]) -> None:
    """A play worker has played a fixture: while that cannot be written the result and the lease are kept."""
    try:
        results.finish(attempt=attempt, token=token, played=played)
    except UNWRITABLE as error:
        log.warning("A result cannot be written, and is kept: %s", error, extra={"attempt": attempt})
        with suppress(*UNWRITABLE):
            attempts.beat(attempt=attempt, token=token)
        raise task.retry(exc=error, countdown=AGAIN) from None


@shared_task
def fail(attempt: int, token: str, error: str) -> None:
    """A play worker could not play, by a fault of ours."""
    attempts.fail(attempt=attempt, token=token, error=error)


@shared_task
def here(worker: str) -> None:
    """A play worker waits for something to play."""
    workers.heard(name=worker)


@shared_task
def tick() -> None:
    """A second or two have passed."""
    scheduler.tick()


@shared_task
def archive(archive: int) -> None:
    """A season is closed."""
    archives.write(archive=archive)


@shared_task
def expire() -> None:
    """An hour has passed."""
    now = timezone.now()
    logs.expire(now)
    workers.forget(now)
    notifications.expire(now)
    deliveries.expire(now)
    bulletins.expire(now)
    submissions.expire(now)
    erasure.erase()


@shared_task
def mail() -> None:
    """A minute has passed."""
    mails.send(Notification.Mail.NOW)


@shared_task
def digest() -> None:
    """A day has begun."""
    mails.send(Notification.Mail.DAILY)


@shared_task
def deliver() -> None:
    """Some seconds have passed."""
    deliveries.begin()
