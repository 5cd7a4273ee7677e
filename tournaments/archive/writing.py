"""An archive as a file: each part is written as it comes, and the same parts give the same bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec

from tournaments.archive.layout import README, SUMS

Part = tuple[str, Iterable[bytes]]
"""The name of a file and its content, piece by piece."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The oldest date that a zip can tell."""
WORDS = b"""A season of Caravan, closed. With Caravan installed, one command proves all of it:

    python -m tournaments.verify FILE.zip

One fixture alone:    sed -n 12p records.jsonl > fixture.json; python -m referee verify fixture.json
The files alone:      sha256sum --check SHA256SUMS
"""


def write(path: Path, parts: Iterable[Part]) -> None:
    """Writes the parts in their order, piece by piece, and a list of their checksums."""
    sums = []
    with ZipFile(path, "w") as file:
        for name, content in chain([(README, [WORDS])], parts):
            sums.append(_add(file, name, content))
        _add(file, SUMS, sums)


def _add(file: ZipFile, name: str, content: Iterable[bytes]) -> bytes:
    info, digest = ZipInfo(name, LONG_AGO), hashlib.sha256()
    info.compress_type, info.create_system, info.external_attr = ZIP_DEFLATED, 3, 0o644 << 16
    with file.open(info, "w", force_zip64=True) as entry:
        for piece in content:
            digest.update(piece)
            entry.write(piece)
    return f"{digest.hexdigest()}  {name}\n".encode()


def lines(rows: Iterable[msgspec.Struct]) -> Iterator[bytes]:
    """A JSON object a line."""
    for row in rows:
        yield msgspec.json.encode(row) + b"\n"


def document(row: msgspec.Struct) -> Iterator[bytes]:
    """One JSON object to read."""
    yield msgspec.json.format(msgspec.json.encode(row), indent=2) + b"\n"
