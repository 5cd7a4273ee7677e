"""Rounds: drawn as the format of their stage says, settled in order."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.db.models import Q

from tournaments.errors import StateError
from tournaments.models import Action, Division, Entry, Fixture, Round, Season, User
from tournaments.pairing import Table
from tournaments.services import audit, commits, counting, fixtures, news, ratings, staging
from tournaments.services.states import change, lock, rewrite


@transaction.atomic
def draw(*, division: Division, now: datetime) -> Round | None:
    """Draws the next round, or says that the stage has no more.

    StateError where as many as may be are open already, or somebody else has drawn it.
    """
    number, stage = division.drawn + 1, division.stage
    lock(Season.objects.filter(pk=division.season_id))
    oldest = number - 1 - staging.format_of(division, stage).lag
    running = Division.objects.filter(season__state__in=Season.UNDER_WAY, season__paused=False, stage=stage)
    mine = running.filter(pk=division.pk, complete=False, drawn=number - 1, settled__gte=oldest)
    change(mine, drawn=number)
    entries = division.entries.filter(state=Entry.State.IN).select_related("version__bot", "bot__owner")
    by_number = {entry.number: entry for entry in entries if staging.plays(entry)}
    seated = tables(division, number, by_number.values())
    if not seated:
        Division.objects.filter(pk=division.pk).update(drawn=number - 1, complete=True)
        return None
    hour = premiere(division.season, now)
    round = Round.objects.create(
        division=division, stage=stage, number=number, drawn_at=now, held=hour is not None, release_at=hour
    )
    drawn = [
        (
            fixtures.in_season(division=division, round=round, table=table, kin=one.kin),
            [fixtures.Competitor(by_number[entry].version, by_number[entry]) for entry in one.entries],
        )
        for table, one in enumerate(seated, 1)
    ]
    fixtures.draw(drawn)
    return round


def premiere(season: Season, now: datetime) -> datetime | None:
    """When a round that is drawn now is shown to everybody: at the season's hour; None: as it is played."""
    if season.premiere is None:
        return None
    today = datetime.combine(now.astimezone(UTC), season.premiere, UTC)
    return today if today > now else today + timedelta(days=1)


def tables(division: Division, number: int, entries: Iterable[Entry]) -> list[Table]:
    """Who meets whom in a round, by their numbers; the house's least used sit down first."""
    format = staging.format_of(division, division.stage)
    return format.draw(staging.before(division, number, entries))


@transaction.atomic
def break_ties(*, round: Round) -> bool:
    """Draws one more deal for each table of a complete round with a tie across the line; whether any was."""
    lock(Division.objects.filter(pk=round.division_id))
    round.refresh_from_db()
    tied = staging.undecided(round) if complete(round) else []
    fixtures.draw([fixtures.one_more_deal(fixture) for fixture in tied])
    return bool(tied)


@transaction.atomic
def settle(*, division: Division, now: datetime) -> Round:
    """Rates the fixtures of the oldest open round; StateError while one of them is unfinished."""
    number = division.settled + 1
    change(Division.objects.filter(pk=division.pk, settled=number - 1, drawn__gte=number), settled=number)
    round = division.rounds.get(number=number)
    if not complete(round) or staging.undecided(round):
        raise StateError(f"{round} is held or still being played")
    drawn = Round.objects.filter(pk=round.pk, state=Round.State.DRAWN, held=False)
    change(drawn, state=Round.State.SETTLED, settled_at=now)
    entries = {entry.pk: entry for entry in division.entries.all()}
    before = {pk: entry.rating for pk, entry in entries.items()}
    seated, terms = ratings.finished(round), ratings.terms(division)
    ratings.drop(seated, terms.dropped)
    step = ratings.step(number, before, seated, terms)
    for pk, rating in step.ratings.items():
        entries[pk].mu, entries[pk].sigma = rating
    rewrite(step.placings, *ratings.FIGURES)
    counting.add(entries, Round.objects.filter(pk=round.pk))
    rewrite(entries.values(), *ratings.STANDING)
    news.settled(round, step.placings)
    commits.after(ratings.second_opinion, round, step)
    return round


def complete(round: Round) -> bool:
    """Whether it can be settled: all its fixtures are finished or given up, and nobody holds it."""
    return not round.held and not round.fixtures.filter(state__in=fixtures.UNFINISHED).exists()


@transaction.atomic
def hold(
    *, round: Round, by: User | None = None, reason: str = "", release_at: datetime | None = None
) -> Action:
    """Keeps its results from everybody, and from the ratings, until a set hour or until it is released."""
    drawn = Round.objects.filter(pk=round.pk, state=Round.State.DRAWN, held=False)
    change(drawn, held=True, release_at=release_at)
    _show(round, False)
    news.withdrawn(round)
    until = f"{release_at:%Y-%m-%d %H:%M}" if release_at else "it is released"
    return _noted("hold", round, by, reason, until=until)


@transaction.atomic
def set_hour(
    *, round: Round, by: User | None = None, reason: str = "", release_at: datetime | None = None
) -> Action:
    """Another hour for a held round, or none: until it is released."""
    change(Round.objects.filter(pk=round.pk, held=True), release_at=release_at)
    until = f"{release_at:%Y-%m-%d %H:%M}" if release_at else "it is released"
    return _noted("set hour", round, by, reason, until=until)


@transaction.atomic
def release(*, round: Round, by: User | None = None, reason: str = "") -> Action:
    """Opens what has been played of a held round; it is settled as soon as it is complete."""
    change(Round.objects.filter(pk=round.pk, held=True), held=False, release_at=None)
    _show(round, True)
    news.opened(round.fixtures.all())
    return _noted("release", round, by, reason)


def _show(round: Round, released: bool) -> None:
    """Opens or closes its fixtures, and re-runs of them, which hold the same cards."""
    Fixture.objects.filter(Q(round=round) | Q(repeats__round=round)).update(released=released)


def _noted(verb: str, round: Round, by: User | None, reason: str, **details: str) -> Action:
    played = round.fixtures.filter(state=Fixture.State.FINISHED).count()
    return audit.note(
        by=by,
        verb=verb,
        subject=round,
        season=round.division.season,
        reason=reason,
        fixtures=round.fixtures.count(),
        played=played,
        **details,
    )
