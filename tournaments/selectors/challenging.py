"""Which bots of somebody could meet another, and by whose rules."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments.models import Activation, Bot, League, User
from tournaments.selectors.seasons import seasons


def challengers(user: User, bot: Bot) -> QuerySet[Bot]:
    """The other bots of a user that compete in a game of this one; none where somebody has to stand still."""
    if bot.stands_still or user.banned:
        return Bot.objects.none()
    games = bot.activations.values("game")
    others = user.bots.filter(activations__game__in=games, frozen=False).exclude(pk=bot.pk)
    return others.order_by("name").distinct()


def leagues_to_meet_in(user: User, bot: Bot) -> QuerySet[League]:
    """The leagues, those aside that nobody has seen yet, whose game this bot and one of the user's play."""
    games = Activation.objects.filter(bot__in=challengers(user, bot)).values("game")
    shared = bot.activations.filter(game__in=games).values("game")
    return League.objects.filter(game__in=shared, seasons__in=seasons()).order_by("title").distinct()
