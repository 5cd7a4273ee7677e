"""The versions of a bot: their trials, what they may play, how many there are."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from tournaments.models import Bot, Fixture, Seating, User, Version


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


def uploads_since(user: User, hours: float) -> int:
    """How many versions a user has uploaded in the last hours."""
    since = timezone.now() - timedelta(hours=hours)
    return Version.objects.filter(bot__owner=user, created__gte=since).count()
