"""Leagues, their seasons that are no drafts, and how far those are."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Case, Count, Q, QuerySet, When

from tournaments.models import Division, Fixture, League, Round, Season


@dataclass(frozen=True, slots=True)
class Progress:
    """A round and how many of its tables have been played."""

    round: Round
    fixtures: int
    over: int
    still: bool
    """Whether its season is paused, and no worker plays or was told of a table of it."""

    @property
    def played(self) -> bool:
        """Whether all that is left is to release and to settle it."""
        return self.round.state == Round.State.DRAWN and self.over == self.fixtures


def leagues() -> list[tuple[League, list[Season]]]:
    """Every league that has a season which is no draft, with those seasons, newest first."""
    by_league: dict[League, list[Season]] = {}
    for season in seasons().order_by("league__title", "-number"):
        by_league.setdefault(season.league, []).append(season)
    return list(by_league.items())


def leagues_shown() -> QuerySet[League]:
    """The same leagues, in no order."""
    return League.objects.filter(seasons__in=seasons()).order_by().distinct()


def seasons() -> QuerySet[Season]:
    """Every season that is no draft and no dry run, with its league."""
    return Season.objects.exclude(state=Season.State.DRAFT).filter(dry=False).select_related("league")


def current_season(slug: str) -> Season | None:
    """The newest season of a league that is no draft."""
    return seasons().filter(league__slug=slug).order_by("-number").first()


def seasons_under_way() -> QuerySet[Season]:
    """Open for registration, running or in the finals; what runs comes first, then the newest."""
    later = Case(When(state=Season.State.REGISTRATION, then=1), default=0)
    return seasons().filter(state__in=Season.LIVE).order_by(later, "-pk")


def progress(division: Division, count: int, before: int | None = None) -> list[Progress]:
    """The last rounds of a division, or the last before one, newest first.

    Fixtures that were played again with other cards count once.
    """
    newest_number = min(division.drawn, before - 1) if before else division.drawn
    last = Q(fixtures__replacement=None)
    over = Q(fixtures__state__in=(Fixture.State.FINISHED, Fixture.State.VOID))
    span = (newest_number - count + 1, newest_number)
    newest = division.rounds.filter(number__range=span).order_by("-number")
    moving = Q(fixtures__state__in=(Fixture.State.QUEUED, Fixture.State.PLAYING))
    rounds = newest.annotate(
        tables=Count("fixtures", filter=last),
        over=Count("fixtures", filter=last & over),
        moving=Count("fixtures", filter=moving),
    )
    paused = division.season.paused
    return [
        Progress(each, each.tables, each.over, paused and each.over < each.tables and not each.moving)
        for each in rounds
    ]


def held_rounds(season: Season) -> QuerySet[Round]:
    """Those whose fixtures are shown to nobody yet, the first to be released first."""
    held = Round.objects.filter(division__season=season, held=True)
    return held.select_related("division").order_by("release_at", "number")
