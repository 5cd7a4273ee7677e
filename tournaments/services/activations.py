"""Which version of a bot competes."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from tournaments.errors import FrozenError, StateError
from tournaments.models import Activation, Bot, Entry, Season, Version
from tournaments.selectors.versions import passed
from tournaments.services import entries
from tournaments.services.states import lock


@transaction.atomic
def activate(*, version: Version, game: str) -> None:
    """The version competes in a game from the next draw on, unless a later one does already."""
    lock(Bot.objects.filter(pk=version.bot_id))
    Version.objects.filter(pk=version.pk).update(state=Version.State.ACTIVE)
    if not Activation.objects.filter(
        bot=version.bot, game=game, version__number__gte=version.number
    ).exists():
        _compete(version, game)


@transaction.atomic
def choose(*, version: Version, game: str) -> None:
    """Its owner wants this version to compete in a game; StateError unless it passed its trial there."""
    lock(Bot.objects.filter(pk=version.bot_id))
    version.bot.refresh_from_db()
    if version.bot.stands_still:
        raise FrozenError(f"{version.bot} has to stand still")
    if not passed(version, game):
        raise StateError(f"{version} has not passed a trial in {game}")
    Version.objects.filter(pk=version.pk).update(state=Version.State.ACTIVE)
    if not Activation.objects.filter(bot=version.bot, game=game, version=version).exists():
        _compete(version, game)


def _compete(version: Version, game: str) -> None:
    Activation.objects.update_or_create(bot=version.bot, game=game, defaults={"version": version})
    lock(Season.objects.filter(pk__in=following(version.bot, game).values("division__season")))
    for entry in following(version.bot, game):
        entries.renew(entry=entry, version=version)


def following(bot: Bot, game: str) -> QuerySet[Entry]:
    """The entries of a bot that take up its new version: still competing, and not pinned."""
    pinned = Q(division__season__pins__lte=timezone.now())
    competing = Entry.objects.filter(bot=bot, state=Entry.State.IN, stage=F("division__stage"))
    live = competing.exclude(pinned).exclude(division__season__state=Season.State.CLOSED)
    return live.filter(division__season__league__game=game)
