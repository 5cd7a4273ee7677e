"""What whoever organises a league asks about it: how it goes now, and what was done."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min, Prefetch, QuerySet

from tournaments import alarms, operations, rosters
from tournaments.models import Action, Archive, Attempt, Entry, League, Season, Worker


@dataclass(frozen=True, slots=True)
class Hand:
    """A play worker heard of within a day."""

    name: str
    state: str
    """`playing`, `waiting` or `silent`."""
    heard: datetime | None
    """When it last said that it waits; None: it has only ever played."""


@dataclass(frozen=True, slots=True)
class Board:
    """The figures of a moment; the queue and the workers are shared by all leagues."""

    queue: operations.Queue
    own: operations.Queue
    """The part of it that belongs to rounds of the league."""
    hands: list[Hand]
    faults: int
    """Bots taken over in fixtures of the league that finished within the hour."""
    entries: int
    """Entries that have not been drawn yet."""
    alarms: list[str]

    @property
    def alive(self) -> int:
        """How many workers have been heard of within a lease."""
        return sum(hand.state != "silent" for hand in self.hands)


def board(league: League, now: datetime) -> Board:
    """How the league goes now."""
    kinds = operations.queues(now).values()
    queue = operations.Queue(sum(one.length for one in kinds), max(one.oldest for one in kinds))
    workers = hands(now)
    silent = [hand.name for hand in workers if hand.state == "silent"]
    return Board(
        queue=queue,
        own=own_queue(league, now),
        hands=workers,
        faults=alarms.faults(league, now - alarms.HOUR).count(),
        entries=waiting(league),
        alarms=alarms.alarms(league, now, queue.oldest, silent),
    )


def own_queue(league: League, now: datetime) -> operations.Queue:
    """What waits of its rounds."""
    waits = operations.waiting().filter(round__division__season__league=league)
    found = waits.aggregate(length=Count("pk"), due=Min("due"))
    oldest = max(0.0, (now - found["due"]).total_seconds()) if found["due"] else 0.0
    return operations.Queue(found["length"], oldest)


def hands(now: datetime) -> list[Hand]:
    """The play workers by name."""
    heard = dict(Worker.objects.values_list("name", "heard_at"))
    alive = operations.workers(now)
    running = Attempt.objects.filter(state=Attempt.State.RUNNING, lease_until__gt=now)
    playing = set(running.order_by().values_list("worker", flat=True))

    def state(name: str) -> str:
        return "playing" if name in playing else "waiting" if name in alive else "silent"

    return [Hand(name, state(name), heard.get(name)) for name in sorted({*heard, *alive})]


def waiting(league: League) -> int:
    """Entries of its seasons to come and under way that compete, may move and have no table yet."""
    live = Season.objects.filter(league=league, dry=False).exclude(state=Season.State.CLOSED)
    entries = Entry.objects.filter(division__season__in=live, house=False)
    return entries.filter(rosters.PICKED["waiting"]).count()


def seasons(league: League) -> QuerySet[Season]:
    """All its seasons, drafts and dry runs too, newest first."""
    return Season.objects.filter(league=league).select_related("league").order_by("dry", "-number")


def desks(leagues: QuerySet[League]) -> QuerySet[League]:
    """Leagues with their seasons, drafts too and dry runs not, newest first."""
    seasons = Season.objects.filter(dry=False).select_related("league").order_by("-number")
    return leagues.prefetch_related(Prefetch("seasons", seasons)).order_by("title")


def archive(season: Season) -> Archive | None:
    """What is kept of a closed season, written or still to be."""
    return Archive.objects.filter(season=season).first()


def actions(league: League, before: int | None, count: int) -> list[Action]:
    """What was done to it and its seasons, newest first, after the one that was shown last."""
    rows = Action.objects.filter(league=league).select_related("by")
    older = rows.filter(pk__lt=before) if before else rows
    return list(older.order_by("-pk")[:count])
