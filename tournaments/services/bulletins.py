"""What followers of a season are told: written in the transaction in which it happens, numbered after it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from tournaments.models import Bulletin, Desk, Fixture, Round, Season
from tournaments.services.states import rewrite

Kind = Bulletin.Kind
KEPT = timedelta(days=30)


def opened(shown: QuerySet[Fixture]) -> None:
    """Fixtures are open from now on: those of a season are told of."""
    rated = shown.filter(kind=Fixture.Kind.RATED).order_by("finished_at", "pk")
    rows = rated.values_list("round__division__season", "pk")
    Bulletin.objects.bulk_create(
        [Bulletin(kind=Kind.FIXTURE, season_id=season, fixture_id=fixture) for season, fixture in rows],
        ignore_conflicts=True,
    )


def withdraw(round: Round) -> None:
    """Its fixtures are not open any more: they are told of when they are again."""
    Bulletin.objects.filter(fixture__round=round).delete()


def settled(round: Round) -> None:
    """A round changed ratings."""
    season = round.division.season
    if not season.dry:
        Bulletin.objects.create(kind=Kind.ROUND, season=season, round=round)


def changed(season: Season) -> None:
    """A season is in another state, which is read anew."""
    season = Season.objects.get(pk=season.pk)
    if not season.dry:
        Bulletin.objects.create(kind=Kind.SEASON, season=season, state=season.state, paused=season.paused)


def number() -> None:
    """Gives what was committed since the last time the next numbers: told is what has one, in their order.

    One desk at a time does this, so no number becomes visible after a higher one, however late a transaction
    commits.
    """
    if Bulletin.objects.filter(number=None).exists():
        _number()


@transaction.atomic
def _number() -> None:
    desk, _ = Desk.objects.select_for_update().get_or_create(pk=1)
    new = Bulletin.objects.filter(number=None).order_by("pk")
    rows = list(new.select_for_update(skip_locked=True))  # who withdraws one is not waited for
    for row in rows:
        desk.numbered += 1
        row.number = desk.numbered
    rewrite(rows, "number")
    desk.save(update_fields=("numbered",))


def expire(now: datetime) -> None:
    """Removes what is older than 30 days."""
    Bulletin.objects.filter(at__lt=now - KEPT).delete()
