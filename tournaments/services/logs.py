"""What bots wrote, one file a seat and match, named by its digest; their owners' and the organiser's only."""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
import re
import tempfile
import zlib
from datetime import datetime, timedelta
from pathlib import Path

import msgspec
from django.conf import settings

from bots.play.logbook import Line, readable
from tournaments.errors import ResultError

PACKED = 256 << 10
UNPACKED = 1 << 20
KEPT = timedelta(days=30)
_DIGEST = re.compile(r"[0-9a-f]{64}")


def keep(log: str) -> str:
    """Stores a log as a play worker sends it (base64 of deflated JSON lines); its digest, "" for none."""
    if not log:
        return ""
    try:
        packed = base64.b64decode(log, validate=True)
    except binascii.Error:
        raise ResultError("a log is not base64") from None
    if len(packed) > PACKED:
        raise ResultError(f"a log is larger than {PACKED} bytes")
    digest = hashlib.sha256(packed).hexdigest()
    _write(_path(digest), packed)
    return digest


def text(digest: str) -> str:
    """A kept log for people to read; a sentence where there is none any more."""
    try:
        return readable(lines(digest))
    except ResultError as error:
        return f"{error}\n"


def lines(digest: str) -> list[Line]:
    """A kept log; ResultError with a sentence where there is none any more."""
    path = _path(digest)
    if not _DIGEST.fullmatch(digest) or not path.exists():
        raise ResultError("This log is not kept any more.")
    try:
        unpacked = zlib.decompressobj().decompress(path.read_bytes(), UNPACKED)
        return [msgspec.json.decode(line, type=Line) for line in unpacked.splitlines()]
    except (zlib.error, msgspec.MsgspecError):
        raise ResultError("This log cannot be read.") from None


def expire(now: datetime) -> int:
    """Removes what was written more than 30 days ago; how many files that were."""
    latest = (now - KEPT).timestamp()
    old = [path for path in Path(settings.CARAVAN_DATA, "logs").glob("*/*") if path.stat().st_mtime < latest]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)


def remove(digest: str) -> None:
    """Deletes a kept log: the times in it make it nobody else's."""
    if _DIGEST.fullmatch(digest):
        _path(digest).unlink(missing_ok=True)


def _path(digest: str) -> Path:
    return Path(settings.CARAVAN_DATA, "logs", digest[:2], digest)


def _write(path: Path, content: bytes) -> None:
    """The file appears whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, draft = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        Path(draft).replace(path)
    finally:
        Path(draft).unlink(missing_ok=True)
