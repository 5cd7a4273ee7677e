"""Bots, and the entries of one."""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet

from tournaments.models import Activation, Bot, Entry
from tournaments.selectors.seasons import seasons


def bots() -> QuerySet[Bot]:
    """Every bot by name, with its owner and which versions are active."""
    activations = Activation.objects.select_related("version").order_by("game")
    return Bot.objects.select_related("owner").prefetch_related(Prefetch("activations", activations))


def bots_after(name: str, count: int) -> list[Bot]:
    """The next bots by name after one, or after nothing."""
    return list(bots().filter(name__gt=name).order_by("name")[:count])


def house_bots(game: str) -> QuerySet[Bot]:
    """The bots that ship with Caravan for a game."""
    return bots().filter(owner=None, activations__game=game)


def entries_of(bot: Bot) -> QuerySet[Entry]:
    """The entries of a bot in seasons that are no draft, newest first."""
    return (
        bot.entries.filter(division__season__in=seasons())
        .select_related("division__season__league", "version")
        .order_by("-pk")
    )
