"""What seasons do by the clock: open, start, settle and draw rounds, go from stage to stage, close."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet

from tournaments.errors import TournamentsError
from tournaments.models import Division, Round, Season
from tournaments.services import audit, ratings, rounds, seasons, staging
from tournaments.services.guards import guarded

State = Season.State
log = logging.getLogger(__name__)


def live() -> QuerySet[Season]:
    """Seasons that the clock may move."""
    moving = Q(state__in=Season.LIVE)
    return Season.objects.filter(moving | Q(state=State.DRAFT, registers__isnull=False)).select_related(
        "league"
    )


def advance(*, season: Season, now: datetime) -> None:
    """Does whatever is due."""
    if season.state == State.DRAFT and reached(season.registers, now):
        attempt(season, "open registration", seasons.open_registration)
    if season.state == State.REGISTRATION and reached(season.opens, now):
        attempt(season, "start", seasons.start)
    if season.state not in Season.UNDER_WAY:
        return
    for round in Round.objects.filter(division__season=season, held=True, release_at__lte=now):
        guarded(rounds.release, round=round)
    for round in ratings.unheard(season):
        guarded(ratings.ask_again, round=round)
    for division in season.divisions.all():
        guarded(move_on, division=division, now=now)
    if may_close(season, now):
        attempt(season, "close", seasons.close)


def reached(date: datetime | None, now: datetime) -> bool:
    """Whether a date was set and has come."""
    return date is not None and date <= now


def attempt(season: Season, verb: str, does: Callable[..., None]) -> None:
    """Takes a step of a season's life; why it cannot be taken is written down once, not at every tick."""
    before = season.state
    try:
        does(season=season)
    except TournamentsError as error:
        season.refresh_from_db()
        if season.state == before and audit.waiting(season=season, verb=verb, why=error):
            log.warning("%s cannot %s: %s", season, verb, error)
    else:
        season.refresh_from_db()


def move_on(*, division: Division, now: datetime) -> None:
    """Settles what is played, begins the next stage, draws the next round."""
    while settle_next(division, now):
        division.refresh_from_db()
    season = division.season
    if season.paused or reached(season.ends, now):
        return
    if division.complete and division.drawn == division.settled and not staging.over(division):
        staging.proceed(division=division)
        division.refresh_from_db()
    if may_draw(division, now):
        rounds.draw(division=division, now=now)


def settle_next(division: Division, now: datetime) -> bool:
    """Settles the oldest open round if it is complete and no tie in it has to be broken first."""
    oldest = division.rounds.filter(number=division.settled + 1).first()
    if oldest is None or not rounds.complete(oldest) or rounds.break_ties(round=oldest):
        return False
    rounds.settle(division=division, now=now)
    return True


def may_draw(division: Division, now: datetime) -> bool:
    """Whether the next round is due: not too many are open, the gap is over, an open format has entries."""
    format = staging.format_of(division, division.stage)
    last = division.rounds.order_by("-number").first()
    gap = timedelta(seconds=division.season.round_gap)
    rested = last is None or abs(now - last.drawn_at) >= gap
    if division.complete or division.drawn - division.settled > format.lag or not rested:
        return False
    competing = division.entries.filter(house=False, stage=division.stage).select_related("bot__owner")
    return not format.open or any(map(staging.plays, competing))


def may_close(season: Season, now: datetime) -> bool:
    """Whether nothing is left to play: the end has come, or every division with entries is over.

    Never while it is paused: its table would stand for good.
    """
    if season.paused or season.divisions.exclude(drawn=F("settled")).exists():
        return False
    peopled = season.divisions.filter(entries__house=False).distinct()
    return reached(season.ends, now) or (bool(peopled) and all(staging.over(one) for one in peopled))
