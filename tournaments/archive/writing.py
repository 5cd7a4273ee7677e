"""An archive as a file: each part is written as it comes, and the same parts give the same bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec

from tournaments.archive.layout import README, SUMS

Part = tuple[str, bytes]
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The oldest date that a zip can tell."""
WORDS = b"""A season of Caravan, closed. With Caravan installed, one command proves all of it:

    python -m tournaments.verify FILE.zip

One fixture alone:    python -m referee verify fixtures/DIVISION/NUMBER.json
The files alone:      sha256sum --check SHA256SUMS
"""


def write(path: Path, parts: Iterable[Part]) -> None:
    """Writes the parts, in their order, with a list of their checksums at the end."""
    sums = []
    with ZipFile(path, "w") as file:
        for name, content in chain([(README, WORDS)], parts):
            sums.append(_add(file, name, content))
        _add(file, SUMS, "".join(sums).encode())


def _add(file: ZipFile, name: str, content: bytes) -> str:
    info = ZipInfo(name, LONG_AGO)
    info.compress_type, info.create_system, info.external_attr = ZIP_DEFLATED, 3, 0o644 << 16
    file.writestr(info, content)
    return f"{hashlib.sha256(content).hexdigest()}  {name}\n"


def lines(rows: Iterable[msgspec.Struct]) -> bytes:
    """A JSON object a line."""
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)


def document(row: msgspec.Struct) -> bytes:
    """One JSON object to read."""
    return msgspec.json.format(msgspec.json.encode(row), indent=2) + b"\n"
