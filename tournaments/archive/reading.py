"""An archive opened to be checked: strictly, file by file, with the place of whatever does not fit."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar
from zipfile import BadZipFile, ZipFile

import msgspec

from tournaments.archive.layout import FORMAT, LISTS, SEASON, SUMS, Entry, Event, Fixture, Round, Row, Season

LARGEST = 256 << 20
"""No file of an archive is larger, in bytes."""
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
    """The parts of an archive but for the records, which are read one by one."""

    file: ZipFile
    season: Season
    entries: list[Entry]
    events: list[Event]
    rounds: list[Round]
    fixtures: list[Fixture]
    table: list[Row]


def opened(path: Path) -> ZipFile:
    """The zip; ArchiveFalse if it is none."""
    try:
        return ZipFile(path)
    except BadZipFile as error:
        raise ArchiveFalse(path.name, f"is not an archive: {error}") from None


def check_sums(file: ZipFile) -> int:
    """How many files there are; ArchiveFalse unless each is listed with its checksum, and no other."""
    names = [name for name in file.namelist() if name != SUMS]
    listed = dict(_listed(file))
    if len(set(names)) < len(names):
        raise ArchiveFalse(SUMS, "a file is there twice")
    for name in sorted(listed.keys() ^ set(names)):
        raise ArchiveFalse(name, "is not in the list of checksums" if name in names else "is missing")
    for name in names:
        if hashlib.sha256(content(file, name)).hexdigest() != listed[name]:
            raise ArchiveFalse(name, f"is not as listed in {SUMS}")
    return len(names)


def _listed(file: ZipFile) -> Iterator[tuple[str, str]]:
    for line in content(file, SUMS).decode(errors="replace").splitlines():
        digest, _, name = line.partition("  ")
        yield name, digest


def content(file: ZipFile, name: str) -> bytes:
    """One file of the archive; ArchiveFalse where it is missing, broken or too large."""
    try:
        if file.getinfo(name).file_size > LARGEST:
            raise ArchiveFalse(name, f"is larger than {LARGEST} bytes")
        return file.read(name)
    except KeyError:
        raise ArchiveFalse(name, "is missing") from None
    except UNREADABLE as error:
        raise ArchiveFalse(name, f"cannot be read: {error}") from None


def read(file: ZipFile) -> Archive:
    """Everything but the records; ArchiveFalse names the line that is not what it should be."""
    season = _decoded(SEASON, content(file, SEASON), Season)
    if season.format != FORMAT:
        raise ArchiveFalse(SEASON, f"format {season.format} is not {FORMAT}, which is known here")
    entries, events, rounds, fixtures, table = (
        [_decoded(f"{name}, line {at}", line, row) for at, line in enumerate(_lines(file, name), 1)]
        for name, row in LISTS.items()
    )
    return Archive(file, season, entries, events, rounds, fixtures, table)  # type: ignore[arg-type]


def _lines(file: ZipFile, name: str) -> list[bytes]:
    return content(file, name).splitlines()


def _decoded(place: str, line: bytes, row: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=row)
    except msgspec.MsgspecError as error:
        raise ArchiveFalse(place, str(error)) from None
