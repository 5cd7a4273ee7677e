"""The records that lie in files: one by itself, a fixture's, a season's archive, or folders of these."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from zipfile import BadZipFile, ZipFile, is_zipfile

from msgspec import Struct

from referee.errors import RecordError, RecordShapeError
from referee.fixture import FixtureRecord
from referee.record import Record, parsed

RECORDS = "records.jsonl"
"""In the archive of a season: the fixtures, one a line."""
LOG = re.compile(r"-seat-(\d+)-(.+)\.log", re.ASCII)
"""What follows the name of a record in that of a seat's log."""
LONGEST = 32 << 20
"""No line of it is longer, in bytes."""


class Collected(Struct, frozen=True):
    """A match and where it comes from; what the file does not say is None."""

    source: str
    record: Record
    fixture: str | None = None
    deal: int | None = None
    rotation: int | None = None
    bots: list[str] | None = None
    """By seat."""


def collected(paths: Iterable[Path]) -> Iterator[Collected]:
    """Every match in these files and below these folders, one fixture in memory at a time.

    RecordError names the file that holds something else; OSError for one that cannot be read.
    """
    for path in paths:
        for file in sorted(path.rglob("*.json")) if path.is_dir() else [path]:
            try:
                yield from _in_archive(file) if is_zipfile(file) else _in_file(file, file.read_bytes())
            except RecordError as error:
                raise type(error)(
                    f"{file}, {error.place}" if error.place else str(file), error.reason
                ) from None


def _in_archive(path: Path) -> Iterator[Collected]:
    try:
        with ZipFile(path) as archive, archive.open(RECORDS) as lines:
            while line := lines.readline(LONGEST):
                yield from _in_file(path, line)
    except (BadZipFile, KeyError) as error:
        raise RecordShapeError(RECORDS, f"is not there: {error}") from None


def _in_file(path: Path, text: bytes) -> Iterator[Collected]:
    """The matches of a fixture, or one."""
    data = parsed(text)
    if type(data) is dict and "matches" in data:
        yield from _of_fixture(str(path), FixtureRecord.from_json(data))
    else:
        record = Record.from_json(data)
        yield Collected(str(path), record, bots=_logged(path, record.seats))


def _of_fixture(source: str, fixture: FixtureRecord) -> Iterator[Collected]:
    for match in fixture.matches:
        if sorted(match.seating) != list(range(len(fixture.competitors))):
            raise RecordShapeError("seating", "does not seat every competitor once")
        bots = [fixture.competitors[number].name for number in match.seating]
        yield Collected(source, match.record, fixture.number, match.deal, match.rotation, bots)


def _logged(path: Path, seats: int) -> list[str] | None:
    """Who sat there, by the names of the logs that `caravan play --record` keeps beside a record."""
    beside = (name for name in os.listdir(path.parent) if name.startswith(path.stem))
    logs = filter(None, (LOG.fullmatch(name.removeprefix(path.stem)) for name in beside))
    names = {int(log[1]): log[2] for log in logs}
    return [names[seat] for seat in range(seats)] if names.keys() >= {*range(seats)} else None
