"""The bots that ship with Caravan: opponents in trials, fillers of empty chairs; they need no trial."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.db import transaction

from bots.upload.inspection import inspect_path
from bots.upload.store import Store
from tournaments.models import Bot
from tournaments.services import activations, trials, versions


@transaction.atomic
def ship(*, name: str, folder: Path, games: list[str], note: str = "") -> Bot:
    """A house bot whose active version is what lies in the folder; a changed folder is a new version.

    Where a user's bot has the name already, it is called `house-` and the name.
    """
    upload = inspect_path(folder, games=games)
    taken = Bot.objects.filter(name__iexact=name, owner__isnull=False).exists()
    bot, _ = Bot.objects.get_or_create(name=trials.PREFIX + name if taken else name, owner=None)
    Store(settings.CARAVAN_STORE).put(upload)
    active = bot.activations.filter(game__in=upload.games, version__digest=upload.digest)
    if active.count() < len(upload.games):
        version = versions.record(bot=bot, upload=upload, note=note)
        for game in upload.games:
            activations.activate(version=version, game=game)
    return bot
