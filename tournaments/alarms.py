"""What whoever organises a league should look after: each alarm says what is wrong, and what helps."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count, F, Q, QuerySet

from tournaments import operations, rosters
from tournaments.models import Action, Entry, Fixture, League, Round, Season, SeasonEvent, Seating
from tournaments.services.ratings import ALARM

HOUR = timedelta(hours=1)
LATE = 600
"""Seconds after which a fixture has waited for too long: by then its message was sent again."""
FAULTS = 10
"""A bot that was taken over more often within an hour needs a look."""
DUE = {
    Season.State.DRAFT: "cannot open registration",
    Season.State.REGISTRATION: "cannot start",
    Season.State.RUNNING: "cannot close",
    Season.State.FINALS: "cannot close",
}
"""By state, the line that the clock leaves where it cannot take the next step."""


def alarms(league: League, now: datetime, oldest: float, silent: Sequence[str]) -> list[str]:
    """What should not be, and what helps, in two sentences each.

    `oldest` says for how many seconds a fixture has waited, `silent` which play workers are not heard of.
    """
    return [
        *_of_processes(now, oldest, silent),
        *_of_clock(league),
        *_of_play(league),
        *_of_bots(league, now),
    ]


def _of_processes(now: datetime, oldest: float, silent: Sequence[str]) -> list[str]:
    found, silence = [], operations.silence(now)
    if silence is not None and silence > settings.CARAVAN_LEASE:
        found.append(
            f"The desk has not looked around for {silence:.0f} seconds. "
            "Start its worker and beat again: it goes on where it stopped, and nothing is lost."
        )
    if not operations.workers(now):
        found.append(
            f"No play worker has been heard of for {settings.CARAVAN_LEASE:.0f} seconds: nothing is played. "
            "Start one; what waits is sent to it by itself."
        )
    elif oldest > LATE:
        found.append(
            f"The oldest fixture has waited for {oldest / 60:.0f} minutes. "
            "Start more play workers, or put more time between draws in the next season."
        )
    if silent:
        found.append(
            f"Silent: {', '.join(silent)}. What it played is played by others; nothing is lost. "
            "If it was not stopped on purpose, look at its host."
        )
    return found


def _of_clock(league: League) -> list[str]:
    due = Q()
    for state, verb in DUE.items():
        due |= Q(season__state=state, verb=verb)
    notes = Action.objects.filter(due, by=None, season__league=league).select_related("season__league")
    latest = {note.season_id: note for note in notes.order_by("at", "pk")}
    return [
        f"{note.season}: the clock {note.verb}. {note.reason} It goes on trying until that is put right."
        for note in latest.values()
    ]


def _of_play(league: League) -> list[str]:
    own = Q(round__division__season__league=league, round__division__season__dry=False)
    live = ~Q(round__division__season__state=Season.State.CLOSED)
    void = Fixture.objects.filter(own & live, state=Fixture.State.VOID, replacement=None)
    given_up = void.exclude(events__kind=SeasonEvent.Kind.VOID).count()
    rounds = Round.objects.filter(division__season__league=league, disagreement__gt=ALARM)
    found = []
    if given_up:
        found.append(
            f"{given_up} tables of seasons under way were given up for good. "
            "The season's fixtures that are void say why; whoever sat there is excused."
        )
    return found + [
        f"{each}: the second opinion on its ratings is another. Close nothing; "
        "compare with rebuild_ratings, and tell whoever runs this site."
        for each in _named(rounds)
    ]


def _named(rounds: QuerySet[Round]) -> QuerySet[Round]:
    return rounds.select_related("division__season__league")


def _of_bots(league: League, now: datetime) -> list[str]:
    """Entries that were passed over, and a bot that fails again and again."""
    live = Q(division__season__league=league, division__season__dry=False)
    running = Q(division__season__state__in=Season.UNDER_WAY)
    entries = Entry.objects.filter(live & running, rosters.PICKED["waiting"], house=False)
    passed = entries.filter(division__rounds__drawn_at__gt=F("created") + HOUR).distinct().count()
    found = []
    if passed:
        found.append(
            f"{passed} entries have waited for a table for more than an hour while rounds were drawn. "
            "The season's entries that wait for a first table name them."
        )
    worst = faults(league, now - HOUR).values_list("version__bot__name").annotate(times=Count("pk"))
    for name, times in worst.order_by("-times")[:1]:
        if times > FAULTS:
            found.append(
                f"{name} failed {times} times within the hour. "
                "Read its log from one of its matches; freeze it if it does not stop."
            )
    return found


def faults(league: League, since: datetime) -> QuerySet[Seating]:
    """The seats in its fixtures that finished since then in which a bot was taken over."""
    fixtures = Fixture.objects.filter(round__division__season__league=league, finished_at__gt=since)
    return Seating.objects.filter(match__fixture__in=fixtures).exclude(fault="")
