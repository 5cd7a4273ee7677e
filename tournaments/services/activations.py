"""Which version of a bot competes."""

from __future__ import annotations

from django.db import transaction

from tournaments.models import Activation, Entry, Season, Version
from tournaments.services import entries
from tournaments.services.states import change


@transaction.atomic
def activate(*, version: Version, game: str) -> None:
    """The version competes in a game from the next draw on, unless a later one does already."""
    activation, made = Activation.objects.get_or_create(
        bot=version.bot, game=game, defaults={"version": version}
    )
    if not made and activation.version.number >= version.number:
        return
    if not made:
        change(Activation.objects.filter(pk=activation.pk, version=activation.version), version=version)
    Version.objects.filter(pk=version.pk).update(state=Version.State.ACTIVE, reason="")
    live = Entry.objects.filter(bot=version.bot, state=Entry.State.IN, division__season__league__game=game)
    for entry in live.exclude(division__season__state=Season.State.CLOSED):
        entries.renew(entry=entry, version=version)
