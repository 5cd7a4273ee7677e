"""What a program sends again under the same key, because it heard no answer, makes one version."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec

from tournaments.errors import KeyUsedError
from tournaments.models import Submission, User, Version
from tournaments.services.states import lock

LONGEST = 200
"""So many characters may a key have."""
KEPT = timedelta(days=1)
"""How long it is remembered, at least."""


@dataclass(frozen=True, slots=True)
class Key:
    """What somebody's program calls a submission, and the digest of all that it sent."""

    user: User
    word: str
    digest: str


def key(user: User, word: str, data: bytes, **said: Any) -> Key:
    """The key of an upload and of what was said with it."""
    return Key(user, word, hashlib.sha256(msgspec.json.encode(said, order="sorted") + data).hexdigest())


def made_before(key: Key) -> Version | None:
    """The version that was made under a key, if one was; KeyUsedError where something else was sent.

    Nobody else makes one until this transaction ends.
    """
    lock(User.objects.filter(pk=key.user.pk))
    kept = Submission.objects.filter(user=key.user, key=key.word).select_related("version").first()
    if kept is None:
        return None
    if kept.digest != key.digest:
        raise KeyUsedError("something else was sent under this key")
    return kept.version


def keep(key: Key, version: Version) -> None:
    """Writes down what was made."""
    Submission.objects.create(user=key.user, key=key.word, digest=key.digest, version=version)


def expire(now: datetime) -> None:
    """Forgets what is older than a day."""
    Submission.objects.filter(created__lt=now - KEPT).delete()
