"""The life of a season: draft, registration, running, closed; paused and resumed in between."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Max

from tournaments import fairness
from tournaments.errors import StateError
from tournaments.models import Division, Entry, League, Season
from tournaments.services import entries, rounds, trials
from tournaments.services.states import change

State = Season.State


@transaction.atomic
def create(
    *,
    league: League,
    title: str = "",
    opens: datetime | None = None,
    ends: datetime | None = None,
    round_gap: int = 0,
) -> Season:
    """The league's next season, in draft, with one division and nobody in it."""
    last = league.seasons.aggregate(last=Max("number"))["last"] or 0
    season = Season.objects.create(
        league=league,
        number=last + 1,
        title=title or f"Season {last + 1}",
        rules=league.rules,
        clocks=league.clocks,
        seats=league.seats,
        deals=league.deals,
        beta=league.beta,
        draw_probability=league.draw_probability,
        opens=opens,
        ends=ends,
        round_gap=round_gap,
    )
    Division.objects.create(season=season)
    return season


@transaction.atomic
def seat_house(*, season: Season) -> None:
    """Enters as many house bots as a table has chairs but one; they fill empty chairs."""
    wanted = season.seats - 1
    shipped = trials.house_versions(season.game)
    house = [one for one in shipped if not one.bot.entries.filter(division__season=season).exists()]
    if len(house) < wanted:
        raise StateError(f"{season.game} has {len(house)} house bots to fill empty chairs, not {wanted}")
    for version in house[:wanted]:
        entries.add(season=season, bot=version.bot, version=version, house=True)


@transaction.atomic
def open_registration(*, season: Season) -> None:
    """Draws the season's secret and publishes its hash; bots may join."""
    secret = fairness.new_secret()
    change(
        Season.objects.filter(pk=season.pk, state=State.DRAFT),
        state=State.REGISTRATION,
        secret=secret,
        commitment=fairness.commitment(secret),
    )


@transaction.atomic
def start(*, season: Season) -> None:
    """Rounds may be drawn, empty chairs are filled by house bots that are not in it for themselves."""
    change(Season.objects.filter(pk=season.pk, state=State.REGISTRATION), state=State.RUNNING)
    seat_house(season=season)


def pause(*, season: Season) -> None:
    """No round is drawn and no fixture is queued until it goes on."""
    change(Season.objects.filter(pk=season.pk, state=State.RUNNING, paused=False), paused=True)


def resume(*, season: Season) -> None:
    """It goes on."""
    change(Season.objects.filter(pk=season.pk, state=State.RUNNING, paused=True), paused=False)


@transaction.atomic
def close(*, season: Season) -> None:
    """Ends the season and shows its secret; StateError while a round is open."""
    change(Season.objects.filter(pk=season.pk, state=State.RUNNING), state=State.CLOSED)
    if season.divisions.exclude(drawn=F("settled")).exists():
        raise StateError(f"{season} has rounds that are not settled")


def advance(*, season: Season, now: datetime) -> None:
    """Does whatever is due by the clock: start, settle, draw, close."""
    if season.state == State.REGISTRATION and season.opens and season.opens <= now:
        start(season=season)
        season.refresh_from_db()
    if season.state != State.RUNNING:
        return
    for division in season.divisions.all():
        while settle_next(division, now):
            division.refresh_from_db()
        if not season.paused and may_draw(division, now):
            rounds.draw(division=division, now=now)
    if season.ends and season.ends <= now and not season.divisions.exclude(drawn=F("settled")).exists():
        close(season=season)


def settle_next(division: Division, now: datetime) -> bool:
    """Settles the oldest open round if it is complete."""
    oldest = division.rounds.filter(number=division.settled + 1).first()
    if oldest is None or not rounds.complete(oldest):
        return False
    rounds.settle(division=division, now=now)
    return True


def may_draw(division: Division, now: datetime) -> bool:
    """Whether the next round is due: fewer than two are open, the gap is over, the end is not reached."""
    season = division.season
    last = division.rounds.order_by("-number").first()
    rested = last is None or abs(now - last.drawn_at) >= timedelta(seconds=season.round_gap)
    over = season.ends is not None and season.ends <= now
    competing = division.entries.filter(state=Entry.State.IN, house=False)
    return division.drawn - division.settled < 2 and rested and not over and competing.exists()
