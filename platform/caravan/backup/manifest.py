"""What a backup says of itself."""

from __future__ import annotations

import platform
from datetime import UTC, datetime
from importlib.metadata import version

import django
from django.db import connection
from msgspec import Struct, field

from caravan.backup import rows

FORMAT = 1
NAME = "manifest.json"


class BackupError(Exception):
    """Why there can be no backup, or none can be restored: a sentence that names the place."""


class Entry(Struct, frozen=True):
    """A file in the backup, unpacked."""

    size: int
    sha256: str


class Manifest(Struct):
    """All that must be known before anything is restored."""

    format: int = FORMAT
    caravan: str = field(default_factory=lambda: version("caravan"))
    django: str = field(default_factory=django.get_version)
    python: str = field(default_factory=platform.python_version)
    database: str = field(default_factory=lambda: connection.vendor)
    made: datetime = field(default_factory=lambda: datetime.now(UTC))
    tables: dict[str, list[str]] = field(
        default_factory=lambda: {m._meta.label: rows.columns(m) for m in rows.tables()}
    )
    """The columns of each, in the order of its rows' values."""
    entries: dict[str, Entry] = field(default_factory=dict)


def table(label: str) -> str:
    """The name of the file with a table's rows."""
    return f"database/{label}.jsonl"


def upload(digest: str) -> str:
    """The folder of an upload."""
    return f"versions/{digest}/"
