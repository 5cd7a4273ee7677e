"""The versions of a bot: their trials, and what they may play."""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet

from tournaments.models import Bot, Fixture, Seating, Version


def versions_of(bot: Bot) -> QuerySet[Version]:
    """The versions of a bot, newest first, with their trials."""
    return bot.versions.order_by("-number").prefetch_related(
        Prefetch("trials", Fixture.objects.order_by("-pk"))
    )


def passed(version: Version, game: str) -> bool:
    """Whether a trial in the game was played to its end without a fault of the version."""
    trials = version.trials.filter(game=game, state=Fixture.State.FINISHED)
    faults = Seating.objects.filter(match__fixture__in=trials, version=version).exclude(fault="")
    return trials.exists() and not faults.exists()


def choices(version: Version) -> list[str]:
    """The games in which its owner may let it compete and another version, or none, does."""
    competes = version.activations.values_list("game", flat=True)
    return [game for game in version.games if game not in competes and passed(version, game)]
