"""An archive opened to be checked: strictly, line by line, with the place of whatever does not fit.

However many fixtures there are, no more than a round of them is in memory; and however a file lies about its
size, no more than a line of it.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, TypeVar
from zipfile import BadZipFile, ZipFile

import msgspec

from tournaments.archive.layout import (
    FORMAT,
    NAMES,
    RECORDS,
    SEASON,
    SUMS,
    Entry,
    Event,
    Fixture,
    Round,
    Row,
    Season,
)

LONGEST = 32 << 20
"""No line of an archive is longer, in bytes: a fixture's records, with the most seats, are far below."""
DENSEST = 200
"""No file of an archive is so many times as large as it is packed; what people played is some ten times."""
ANYWAY = 1 << 20
"""Files up to so many bytes may be; those that are read as a whole are never larger."""
CHUNK = 1 << 16
UNREADABLE = (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)
"""What the standard library says of a broken zip."""
T = TypeVar("T", bound=msgspec.Struct)


class ArchiveFalse(Exception):  # noqa: N818 - says what was found
    """The first place of an archive that does not hold, and why."""

    def __init__(self, place: str, reason: str) -> None:
        """Keep both."""
        super().__init__(f"{place}: {reason}")


@dataclass(frozen=True)
class Archive:
    """What is held in memory of an archive, and how the rest is read."""

    file: ZipFile
    season: Season
    entries: list[Entry]
    events: list[Event]
    table: list[Row]

    def rounds(self) -> Iterator[tuple[Round, list[Fixture]]]:
        """Each round with its fixtures, by division and number; ArchiveFalse where the order is another."""
        fixtures = _rows(self.file, "fixtures.jsonl", Fixture)
        fixture, last = next(fixtures, None), (0, 0)
        for round in _rows(self.file, "rounds.jsonl", Round):
            mine, key = [], (round.division, round.number)
            if key <= last:
                raise ArchiveFalse("rounds.jsonl", f"round {key[1]} of division {key[0]} is not in its place")
            while fixture and fixture.round_of == key:
                mine.append(fixture)
                fixture = next(fixtures, None)
            if fixture and fixture.round_of < key:
                break
            yield round, mine
            last = key
        if fixture:
            raise ArchiveFalse("fixtures.jsonl", f"{fixture.name} is of no round, or not in its place")

    def records(self) -> Iterator[bytes]:
        """The records of each fixture that was played, in the order of the fixtures."""
        return _lines(self.file, RECORDS)


def opened(path: Path) -> ZipFile:
    """The zip; ArchiveFalse if it is none, or holds other files than an archive, or a bomb."""
    try:
        file = ZipFile(path)
    except BadZipFile as error:
        raise ArchiveFalse(path.name, f"is not an archive: {error}") from None
    packed = sum(one.compress_size for one in file.infolist())
    if packed > path.stat().st_size:
        raise ArchiveFalse(path.name, "says that its files are larger than it is")
    for one in file.infolist():
        if one.file_size > max(ANYWAY, DENSEST * one.compress_size):
            raise ArchiveFalse(one.filename, f"is packed more than {DENSEST} times as dense")
        if one.filename in (SEASON, SUMS) and one.file_size > ANYWAY:
            raise ArchiveFalse(one.filename, f"is larger than {ANYWAY} bytes")
    return file


def check_sums(file: ZipFile) -> int:
    """How many files there are; ArchiveFalse unless each is there, listed with its checksum, and no other."""
    names = [name for name in file.namelist() if name != SUMS]
    listed = dict(_listed(file))
    if len(set(names)) < len(names):
        raise ArchiveFalse(SUMS, "a file is there twice")
    for name in sorted(listed.keys() ^ set(names)):
        raise ArchiveFalse(name, "is not in the list of checksums" if name in names else "is missing")
    for name in sorted(listed.keys() ^ set(NAMES)):
        raise ArchiveFalse(name, "is missing" if name in NAMES else "is not a file of an archive")
    for name in names:
        if _digest(file, name) != listed[name]:
            raise ArchiveFalse(name, f"is not as listed in {SUMS}")
    return len(names)


def _listed(file: ZipFile) -> Iterator[tuple[str, str]]:
    for line in _lines(file, SUMS):
        digest, _, name = line.decode(errors="replace").rstrip("\n").partition("  ")
        yield name, digest


def _digest(file: ZipFile, name: str) -> str:
    digest = hashlib.sha256()
    with _unpacked(file, name) as content:
        while chunk := content.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


@contextmanager
def _unpacked(file: ZipFile, name: str) -> Iterator[BinaryIO]:
    """One file of the archive, read as it is unpacked; ArchiveFalse where it is missing or broken."""
    if name not in file.namelist():
        raise ArchiveFalse(name, "is missing")
    try:
        with BufferedReader(file.open(name), CHUNK) as content:  # type: ignore[type-var]
            yield content
    except UNREADABLE as error:
        raise ArchiveFalse(name, f"cannot be read: {error}") from None


def _lines(file: ZipFile, name: str) -> Iterator[bytes]:
    number = 0
    with _unpacked(file, name) as content:
        while line := content.readline(LONGEST + 1):
            number += 1
            if len(line) > LONGEST:
                raise ArchiveFalse(f"{name}, line {number}", f"is longer than {LONGEST} bytes")
            yield line


def read(file: ZipFile) -> Archive:
    """The archive; ArchiveFalse names a line that is not what it should be, here or when it is read."""
    season = _decoded(SEASON, b"".join(_lines(file, SEASON)), Season)
    if season.format != FORMAT:
        raise ArchiveFalse(SEASON, f"format {season.format} is not {FORMAT}, which is known here")
    return Archive(
        file,
        season,
        entries=list(_rows(file, "entries.jsonl", Entry)),
        events=list(_rows(file, "events.jsonl", Event)),
        table=list(_rows(file, "table.jsonl", Row)),
    )


def _rows(file: ZipFile, name: str, row: type[T]) -> Iterator[T]:
    for number, line in enumerate(_lines(file, name), 1):
        yield _decoded(f"{name}, line {number}", line, row)


def _decoded(place: str, line: bytes, row: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=row)
    except msgspec.MsgspecError as error:
        raise ArchiveFalse(place, str(error)) from None
