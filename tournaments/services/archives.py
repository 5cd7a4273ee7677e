"""Archives of closed seasons: asked for at the close, written by the desk, kept by their digests."""

from __future__ import annotations

import hashlib
import logging
import tempfile
from datetime import datetime, timedelta
from pathlib import Path

from celery import current_app
from django.conf import settings
from django.db.models import QuerySet

from tournaments import documents
from tournaments.archive import writing
from tournaments.models import Archive, Season
from tournaments.services import audit, commits
from tournaments.services.deadlines import reached
from tournaments.services.states import changed

log = logging.getLogger(__name__)
AGAIN = timedelta(minutes=10)
"""What is not there after this is asked for once more."""


def due(now: datetime) -> QuerySet[Archive]:
    """The archives that somebody has to be asked for."""
    return Archive.objects.filter(reached("due", now, 2 * AGAIN), digest="")


def ask(*, archive: Archive, now: datetime) -> None:
    """Asks a desk worker to write it, once in ten minutes; nothing if somebody else has just done so."""
    if changed(Archive.objects.filter(pk=archive.pk, due=archive.due, digest=""), due=now + AGAIN):
        commits.after(current_app.send_task, "tournaments.tasks.archive", args=[archive.pk], queue="desk")


def write(*, archive: int) -> None:
    """Writes an archive and its digest, unless it is there; who comes second has written the same file.

    Where the disk does not take it nothing stays, the list of actions says why, and it is asked for again.
    """
    wanted = Archive.objects.filter(pk=archive, digest="").select_related("season__league").first()
    if wanted is None:
        return
    try:
        digest, size = _kept(wanted.season)
    except OSError as error:
        log.error("%s cannot be archived, and will be tried again: %s", wanted.season, error)
        audit.waiting(season=wanted.season, verb="archive", why=error.strerror or error)
    else:
        changed(Archive.objects.filter(pk=wanted.pk, digest=""), digest=digest, size=size)


def _kept(season: Season) -> tuple[str, int]:
    """Puts the archive of a season where it belongs, whole or not at all; its digest and size."""
    folder = Path(settings.CARAVAN_DATA, "archives")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as drafts:
        draft = Path(drafts, "archive.zip")
        writing.write(draft, documents.archive(season))
        with draft.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        size = draft.stat().st_size
        kept = path(digest)
        kept.parent.mkdir(exist_ok=True)
        draft.replace(kept)
    return digest, size


def path(digest: str) -> Path:
    """Where the file of that digest is kept."""
    return Path(settings.CARAVAN_DATA, "archives", digest[:2], f"{digest}.zip")
