"""Restoring a backup: all of it is proved before anything is touched, and the database changes at once."""

from __future__ import annotations

import hashlib
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

import msgspec
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.db import transaction

from bots.upload import store
from bots.upload.store import Upload
from caravan.backup import manifest, rows
from caravan.backup.manifest import FORMAT, BackupError, Manifest

CHUNK = 1 << 20
DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, KeyError)
"""What reading a damaged zip may raise."""


@contextmanager
def verified(path: Path) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    """The file, opened, every byte of it as its manifest says; BackupError names the first that is not."""
    try:
        archive = zipfile.ZipFile(path)
    except FileNotFoundError:
        raise BackupError(f"{path} is not there.") from None
    except DAMAGED:
        raise BackupError(f"{path} is not a whole backup: its end is missing or damaged.") from None
    with archive:
        told = _manifest(path, archive)
        _same_names(path, archive, told)
        for name, entry in told.entries.items():
            if _sha256(archive, name) != entry.sha256:
                raise BackupError(f"{path}: {name} is damaged.")
        yield archive, told


def _manifest(path: Path, archive: zipfile.ZipFile) -> Manifest:
    try:
        told = msgspec.json.decode(archive.read(manifest.NAME), type=Manifest)
    except (*DAMAGED, msgspec.DecodeError):
        raise BackupError(f"{path}: {manifest.NAME} is missing or damaged.") from None
    if told.format != FORMAT:
        raise BackupError(f"{path} has format {told.format}; this Caravan reads {FORMAT}.")
    return told


def _same_names(path: Path, archive: zipfile.ZipFile, told: Manifest) -> None:
    """The file holds what its manifest names, nothing else, and nothing that leads out of a folder."""
    there = archive.namelist()
    wrong = {manifest.NAME, *told.entries} ^ set(there)
    strange = {name for name in there if name.startswith("/") or ".." in PurePosixPath(name).parts}
    if wrong or strange or len(there) != len(set(there)):
        first = min(wrong | strange, default="a name twice")
        raise BackupError(f"{path}: {first} is missing or does not belong there.")


def _sha256(archive: zipfile.ZipFile, name: str) -> str:
    """Of a file in it; an empty word where it cannot be read."""
    digest = hashlib.sha256()
    try:
        with archive.open(name) as file:
            while chunk := file.read(CHUNK):
                digest.update(chunk)
    except DAMAGED:
        return ""
    return digest.hexdigest()


def restore(archive: zipfile.ZipFile, told: Manifest, *, replace: bool = False) -> int:
    """Files, then the database in one transaction; how many rows it has. BackupError where they do not fit.

    Needs a database that `migrate` has brought up to the code, and nobody who works on it.
    """
    for label, columns in Manifest().tables.items():
        if told.tables.get(label) != columns:
            raise BackupError(
                f"The backup of Caravan {told.caravan} has another table {label} than this Caravan."
            )
    if not replace and not rows.empty():
        raise BackupError("There is something in this database already.")
    for upload in _uploads(archive, told):
        store.Store(settings.CARAVAN_STORE).put(upload)
    for name in told.entries:
        if name.startswith(("archives/", "logs/")):
            _unpack(archive, name)
    with transaction.atomic():
        count = _rows(archive)
    ContentType.objects.clear_cache()
    return count


def _rows(archive: zipfile.ZipFile) -> int:
    """Replaces everything in the database."""
    rows.clear()
    count = 0
    for model in rows.tables():
        with archive.open(manifest.table(model._meta.label)) as lines:
            count += rows.insert(model, lines)
    rows.count_on()
    return count


def _uploads(archive: zipfile.ZipFile, told: Manifest) -> Iterator[Upload]:
    """Each upload, as its digest proves it."""
    names: defaultdict[str, list[str]] = defaultdict(list)
    for name in told.entries:
        if name.startswith("versions/"):
            names[name.split("/")[1]].append(name)
    for digest, (language, entry) in _versions(archive, told).items():
        files = {name.removeprefix(manifest.upload(digest)): archive.read(name) for name in names[digest]}
        if store.digest(files, entry, language) != digest:
            raise BackupError(f"The upload {digest[:12]} is not what its name says.")
        yield Upload(name="", games=[], language=language, entry=entry, files=files, digest=digest)


def _versions(archive: zipfile.ZipFile, told: Manifest) -> dict[str, tuple[str, str]]:
    """By digest, language and entry of every version in the backup that has its files."""
    label = "tournaments.Version"
    with archive.open(manifest.table(label)) as lines:
        versions = [dict(zip(told.tables[label], msgspec.json.decode(line), strict=True)) for line in lines]
    return {one["digest"]: (one["language"], one["entry"]) for one in versions if not one["erased"]}


def _unpack(archive: zipfile.ZipFile, name: str) -> None:
    """One file below the data folder, unless it is there: all of these are named by their content."""
    path = Path(settings.CARAVAN_DATA, name)
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(archive.read(name))
