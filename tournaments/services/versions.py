"""Uploads: from bytes to a version that competes."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.db import transaction
from django.db.models import Max

from bots.upload.inspection import inspect
from bots.upload.store import Store, Upload
from tournaments.errors import FrozenError
from tournaments.models import Bot, Version
from tournaments.services import commits, quotas, submissions, trials
from tournaments.services.states import lock


def submit(
    *,
    bot: Bot,
    data: bytes,
    filename: str,
    games: Sequence[str] = (),
    note: str = "",
    waits: bool = False,
    key: submissions.Key | None = None,
) -> Version:
    """Stores an upload and sends it to its trial; UploadError says what its owner should change.

    `games` is what a single script plays; a zip says so itself. What `waits` competes when its owner says so.
    What comes under a `key` once more is the version that there is; KeyUsedError where it is another upload.
    LimitError where its owner has submitted as many as they may for now.
    """
    upload = inspect(data, filename, games=games)
    with transaction.atomic():
        if key and (earlier := submissions.made_before(key)):
            return earlier
        if bot.owner:
            quotas.uploads(bot.owner)
        version = record(bot=bot, upload=upload, note=note, waits=waits)
        if key:
            submissions.keep(key, version)
        commits.after(trials.begin, version=version)
    return version


@transaction.atomic
def record(*, bot: Bot, upload: Upload, note: str = "", waits: bool = False) -> Version:
    """The next version of a bot, its files in the store, not on trial yet; as many as one likes."""
    digest = Store(settings.CARAVAN_STORE).put(upload)
    lock(Bot.objects.filter(pk=bot.pk))
    bot.refresh_from_db()
    if bot.stands_still:
        raise FrozenError(
            f"{bot} has to stand still: an organiser has frozen it, or its owner is banned or gone"
        )
    last = bot.versions.aggregate(last=Max("number"))["last"] or 0
    return Version.objects.create(
        bot=bot,
        number=last + 1,
        digest=digest,
        language=upload.language,
        entry=upload.entry,
        games=upload.games,
        note=note,
        waits=waits,
    )
