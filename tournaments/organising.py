"""What whoever organises a league asks about it: how it goes now, and what was done."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count, Min, Q, QuerySet

from tournaments import operations
from tournaments.models import (
    Action,
    Attempt,
    Entry,
    Fixture,
    League,
    Round,
    Season,
    SeasonEvent,
    Seating,
    Worker,
)
from tournaments.services.ratings import ALARM

HOUR = timedelta(hours=1)
DUE = {
    Season.State.DRAFT: "cannot open registration",
    Season.State.REGISTRATION: "cannot start",
    Season.State.RUNNING: "cannot close",
    Season.State.FINALS: "cannot close",
}
"""By state, the line that the clock leaves where it cannot take the next step."""


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
    return Board(
        queue=queue,
        own=own_queue(league, now),
        hands=hands(now),
        faults=faults(league, now - HOUR),
        entries=waiting(league),
        alarms=alarms(league, now),
    )


def own_queue(league: League, now: datetime) -> operations.Queue:
    """What waits of its rounds."""
    waits = Fixture.objects.filter(state__in=(Fixture.State.WAITING, Fixture.State.QUEUED))
    found = waits.filter(round__division__season__league=league).aggregate(length=Count("pk"), due=Min("due"))
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


def faults(league: League, since: datetime) -> int:
    """How often a bot was taken over in its fixtures that finished since then."""
    fixtures = Fixture.objects.filter(round__division__season__league=league, finished_at__gt=since)
    return Seating.objects.filter(match__fixture__in=fixtures).exclude(fault="").count()


def waiting(league: League) -> int:
    """Entries of its seasons to come and under way that compete and have no table yet."""
    live = Season.objects.filter(league=league).exclude(state=Season.State.CLOSED)
    entries = Entry.objects.filter(division__season__in=live, house=False, state=Entry.State.IN)
    return entries.filter(placings=None).count()


def alarms(league: League, now: datetime) -> list[str]:
    """What should not be, in a sentence each."""
    return [*_of_processes(now), *_of_clock(league), *_of_play(league)]


def _of_processes(now: datetime) -> list[str]:
    found = []
    silence = operations.silence(now)
    if silence is not None and silence > settings.CARAVAN_LEASE:
        found.append(f"The desk has not looked around for {silence:.0f} seconds: is it running?")
    if not operations.workers(now):
        found.append(
            f"No play worker has been heard of for {settings.CARAVAN_LEASE:.0f} seconds: nothing is played."
        )
    silent = [hand.name for hand in hands(now) if hand.state == "silent"]
    if silent:
        found.append(f"Silent: {', '.join(silent)}. What it played is played by others; nothing is lost.")
    return found


def _of_clock(league: League) -> list[str]:
    due = Q()
    for state, verb in DUE.items():
        due |= Q(season__state=state, verb=verb)
    notes = Action.objects.filter(due, by=None, season__league=league).select_related("season__league")
    latest = {note.season_id: note for note in notes.order_by("at", "pk")}
    return [f"{note.season}: the clock {note.verb}. {note.reason}" for note in latest.values()]


def _of_play(league: League) -> list[str]:
    own = Q(round__division__season__league=league, round__division__season__dry=False)
    live = ~Q(round__division__season__state=Season.State.CLOSED)
    void = Fixture.objects.filter(own & live, state=Fixture.State.VOID, replacement=None)
    given_up = void.exclude(events__kind=SeasonEvent.Kind.VOID).count()
    rounds = Round.objects.filter(division__season__league=league, disagreement__gt=ALARM)
    found = [f"{given_up} tables of seasons under way were given up for good."] if given_up else []
    return found + [f"{each}: the second opinion on its ratings is another." for each in _named(rounds)]


def _named(rounds: QuerySet[Round]) -> QuerySet[Round]:
    return rounds.select_related("division__season__league")


def seasons(league: League) -> QuerySet[Season]:
    """All its seasons, drafts and dry runs too, newest first."""
    return Season.objects.filter(league=league).select_related("league").order_by("dry", "-number")


def actions(league: League, before: int | None, count: int) -> list[Action]:
    """What was done in its seasons, newest first, after the one that was shown last."""
    rows = Action.objects.filter(season__league=league).select_related("by", "season__league")
    older = rows.filter(pk__lt=before) if before else rows
    return list(older.order_by("-pk")[:count])
