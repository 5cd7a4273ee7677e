"""Making a backup, also while everything runs."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec
from django.conf import settings

from bots.errors import MissingVersionError
from bots.upload.store import Store
from caravan.backup import manifest, rows
from caravan.backup.manifest import BackupError, Entry, Manifest
from tournaments.models import Version

CHUNK = 1 << 20
DIGEST = re.compile("[0-9a-f]{64}")


def write(path: Path, *, logs: bool = False) -> Manifest:
    """Writes the file, for its owner only; it appears whole or not at all. BackupError if it is there."""
    if path.exists():
        raise BackupError(f"{path} is there already.")
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                told = _fill(archive, logs)
            os.fsync(file.fileno())
        draft.rename(path)
    except OSError as error:
        raise BackupError(f"{path} cannot be written ({error.strerror}).") from None
    finally:
        draft.unlink(missing_ok=True)
    return told


def _fill(archive: zipfile.ZipFile, logs: bool) -> Manifest:
    """The database first: uploads are there before their rows, so none that a row names is missed."""
    told = Manifest()
    with rows.snapshot():
        for model in rows.tables():
            name = manifest.table(model._meta.label)
            told.entries[name] = _add(archive, name, rows.lines(model))
        digests = list(
            Version.objects.filter(erased=False).order_by().values_list("digest", flat=True).distinct()
        )
    for name, path in _uploads(digests):
        told.entries[name] = _add(archive, name, _chunks(path.open("rb")))
    for name, path in (*_kept("archives"), *(_kept("logs") if logs else ())):
        with contextlib.suppress(FileNotFoundError):  # a log that expired just now
            told.entries[name] = _add(archive, name, _chunks(path.open("rb")))
    archive.writestr(manifest.NAME, msgspec.json.format(msgspec.json.encode(told)))
    return told


def _add(archive: zipfile.ZipFile, name: str, chunks: Iterable[bytes]) -> Entry:
    """Packs one file; what it was."""
    digest, size = hashlib.sha256(), 0
    with archive.open(name, "w", force_zip64=True) as out:
        for chunk in chunks:
            out.write(chunk)
            digest.update(chunk)
            size += len(chunk)
    return Entry(size, digest.hexdigest())


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    with file:
        while chunk := file.read(CHUNK):
            yield chunk


def _uploads(digests: Iterable[str]) -> Iterator[tuple[str, Path]]:
    """The files of every version that the database names."""
    store = Store(settings.CARAVAN_STORE)
    for digest in digests:
        try:
            folder = store.path(digest)
        except MissingVersionError as error:
            raise BackupError(f"An upload is missing: {error}.") from None
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                yield manifest.upload(digest) + path.relative_to(folder).as_posix(), path


def _kept(name: str) -> Iterator[tuple[str, Path]]:
    """The files in a folder of the data folder that are named by their content: drafts are not."""
    for path in sorted(Path(settings.CARAVAN_DATA, name).glob("*/*")):
        if DIGEST.fullmatch(path.stem):
            yield path.relative_to(settings.CARAVAN_DATA).as_posix(), path
