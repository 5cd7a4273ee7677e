"""Who may enter which season, and why not."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet

from tournaments import stages
from tournaments.models import Bot, Entry, Season, User
from tournaments.selectors.seasons import seasons_under_way


def closed_to(season: Season) -> str:
    """Why the season takes no entries now, in words for who would like to join; empty: it does.

    Once it runs, a bot may join the lowest division while the first stage there is a ladder under way.
    """
    if season.state not in (Season.State.REGISTRATION, Season.State.RUNNING) or season.dry:
        return f"{season} is {season.get_state_display()} and takes no entries"
    if season.state == Season.State.REGISTRATION:
        return ""
    if not season.late_entries:
        return f"{season} is under way and takes no late entries"
    lowest = max(season.divisions.all(), key=lambda division: division.tier, default=None)
    open = stages.format_of(stages.read(season.stages)[0]).open
    if lowest is None or lowest.stage > 1 or lowest.complete or not open:
        return f"{season} is under way, and its first stage takes no late entries"
    return ""


def seasons_to_join(bot: Bot) -> list[Season]:
    """The seasons that a bot could enter now: it has an active version for the game and is not in yet."""
    if bot.stands_still:
        return []
    able = seasons_under_way().filter(league__game__in=bot.activations.values("game"))
    able = able.prefetch_related("divisions")
    return [season for season in able.exclude(divisions__entries__bot=bot) if not closed_to(season)]


def bots_to_enter(user: User, season: Season) -> QuerySet[Bot]:
    """The bots of a user that could enter a season now."""
    if closed_to(season):
        return Bot.objects.none()
    able = user.bots.filter(activations__game=season.game, frozen=False)
    return able.exclude(entries__division__season=season)


def competes_elsewhere(bot: Bot, leagues: Collection[int]) -> bool:
    """Whether a bot is in a season under way, or open for registration, of another league than these."""
    live = bot.entries.filter(state=Entry.State.IN, division__season__in=seasons_under_way())
    return live.exclude(division__season__league__in=leagues).exists()


def is_full(user: User, season: Season) -> bool:
    """Whether as many bots of a user are in a season as may be."""
    competing = Entry.objects.filter(division__season=season, bot__owner=user, state=Entry.State.IN)
    return competing.count() >= season.league.bots_per_user
