"""What whoever runs Caravan asks about the work: a query or two for each question."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Count, Min, QuerySet

from tournaments.models import Attempt, Desk, Fixture, Round, SeasonEvent, Seating, Worker
from tournaments.services.ratings import ALARM

LATE = 120
"""Seconds of silence after which the desk is said to stand still."""


@dataclass(frozen=True, slots=True)
class Queue:
    """Fixtures of one kind that could be played and that nobody plays yet."""

    length: int = 0
    oldest: float = 0.0
    """Seconds for which the first of them could have been played."""


@dataclass(frozen=True, slots=True)
class Durations:
    """How long fixtures took."""

    within: Sequence[int]
    """By bound, how many took no longer."""
    count: int
    seconds: float
    """Of all together."""


def waiting() -> QuerySet[Fixture]:
    """What could be played and is not; what no worker has been told of in a paused season could not."""
    rows = Fixture.objects.filter(state__in=(Fixture.State.WAITING, Fixture.State.QUEUED)).order_by()
    return rows.exclude(state=Fixture.State.WAITING, round__division__season__paused=True)


def queues(now: datetime) -> dict[str, Queue]:
    """By kind, what waits."""
    rows = waiting()
    found = {
        kind: Queue(length, max(0.0, (now - due).total_seconds()))
        for kind, length, due in rows.values_list("kind").annotate(Count("pk"), Min("due"))
    }
    return {kind: found.get(kind, Queue()) for kind in Fixture.Kind.values}


def ahead(trial: Fixture) -> int:
    """How many trials that nobody plays yet have been due for longer than this one."""
    waiting = (Fixture.State.WAITING, Fixture.State.QUEUED)
    earlier = Fixture.objects.filter(state__in=waiting, kind=Fixture.Kind.TRIAL, due__lt=trial.due)
    return earlier.count()


def attempts() -> dict[str, int]:
    """By state, how many there are and ever were."""
    counts = dict(Attempt.objects.order_by().values_list("state").annotate(count=Count("*")))
    return {state: counts.get(state, 0) for state in Attempt.State.values}


def durations(since: datetime, bounds: Sequence[float]) -> dict[str, Durations]:
    """By game, the fixtures finished since then; bounds in seconds, ascending."""
    took: defaultdict[str, list[float]] = defaultdict(list)
    finished = Fixture.objects.filter(finished_at__gt=since, state=Fixture.State.FINISHED).order_by()
    for game, began, ended in finished.values_list("game", "started_at", "finished_at"):
        if began and ended:
            took[game].append((ended - began).total_seconds())
    return {
        game: Durations([bisect_right(seconds, bound) for bound in bounds], len(seconds), sum(seconds))
        for game, seconds in ((game, sorted(seconds)) for game, seconds in took.items())
    }


def faults() -> Counter[str]:
    """By code, how often bots failed."""
    failed = Seating.objects.exclude(fault="").order_by()
    return Counter(dict(failed.values_list("fault").annotate(count=Count("*"))))


def rating_alarms() -> int:
    """Settled rounds whose second opinion is another."""
    return Round.objects.filter(disagreement__gt=ALARM).count()


def void_tables() -> int:
    """Tables of rounds that were given up for good, but for those taken out once they were settled."""
    void = Fixture.objects.filter(state=Fixture.State.VOID, kind=Fixture.Kind.RATED, replacement=None)
    return void.exclude(events__kind=SeasonEvent.Kind.VOID).count()


def workers(now: datetime) -> set[str]:
    """The play workers heard of within a lease: they said so, or beat in an attempt."""
    lease = timedelta(seconds=settings.CARAVAN_LEASE)
    heard = Worker.objects.filter(heard_at__gt=now - lease)
    playing = Attempt.objects.filter(state=Attempt.State.RUNNING, lease_until__gt=now)
    waiting = heard.filter(heard_at__lt=now + lease)  # a clock that was set back lets nobody live on
    held = playing.filter(lease_until__lt=now + 2 * lease).order_by("lease_until")
    return {*waiting.values_list("name", flat=True), *held.values_list("worker", flat=True)}


def silence(now: datetime) -> float | None:
    """Seconds since the desk last looked around, or until then by a clock set back; None: it never has."""
    ticked = Desk.objects.values_list("ticked_at", flat=True).first()
    return abs((now - ticked).total_seconds()) if ticked else None


def figures(now: datetime) -> dict[str, Any]:
    """The work: how many fixtures wait, the oldest of them for how many seconds, who plays them."""
    found, quiet = queues(now), silence(now)
    return {
        "waiting": sum(queue.length for queue in found.values()),
        "oldest": max(queue.oldest for queue in found.values()),
        "workers": len(workers(now)),
        "stands_still": quiet is None or quiet > LATE,
    }
