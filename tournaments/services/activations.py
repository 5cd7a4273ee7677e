"""Which version of a bot competes."""

from __future__ import annotations

from django.db import transaction

from tournaments.models import Activation, Bot, Entry, Season, Version
from tournaments.services import entries
from tournaments.services.states import lock


@transaction.atomic
def activate(*, version: Version, game: str) -> None:
    """The version competes in a game from the next draw on, unless a later one does already."""
    lock(Bot.objects.filter(pk=version.bot_id))
    Version.objects.filter(pk=version.pk).update(state=Version.State.ACTIVE, reason="")
    if Activation.objects.filter(bot=version.bot, game=game, version__number__gte=version.number).exists():
        return
    Activation.objects.update_or_create(bot=version.bot, game=game, defaults={"version": version})
    live = Entry.objects.filter(bot=version.bot, state=Entry.State.IN, division__season__league__game=game)
    for entry in live.exclude(division__season__state=Season.State.CLOSED).order_by("division__season_id"):
        entries.renew(entry=entry, version=version)
