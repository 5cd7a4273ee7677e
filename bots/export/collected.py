"""The records that lie in files: one by itself, a fixture's, a season's archive, or folders of these."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from zipfile import BadZipFile, ZipFile, is_zipfile

from msgspec import Struct

from referee.errors import RecordError, RecordShapeError
from referee.fixture import FixtureRecord
from referee.record import Record, parsed

RECORDS = "records.jsonl"
"""In the archive of a season: the fixtures, one a line."""
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
                yield from _in_archive(file) if is_zipfile(file) else _in_file(str(file), file.read_bytes())
            except RecordError as error:
                raise type(error)(
                    f"{file}, {error.place}" if error.place else str(file), error.reason
                ) from None


def _in_archive(path: Path) -> Iterator[Collected]:
    try:
        with ZipFile(path) as archive, archive.open(RECORDS) as lines:
            while line := lines.readline(LONGEST):
                yield from _in_file(str(path), line)
    except (BadZipFile, KeyError) as error:
        raise RecordShapeError(RECORDS, f"is not there: {error}") from None


def _in_file(source: str, text: bytes) -> Iterator[Collected]:
    """The matches of a fixture, or one."""
    data = parsed(text)
    if type(data) is dict and "matches" in data:
        yield from _of_fixture(source, FixtureRecord.from_json(data))
    else:
        yield Collected(source, Record.from_json(data))


def _of_fixture(source: str, fixture: FixtureRecord) -> Iterator[Collected]:
    for match in fixture.matches:
        if sorted(match.seating) != list(range(len(fixture.competitors))):
            raise RecordShapeError("seating", "does not seat every competitor once")
        bots = [fixture.competitors[number].name for number in match.seating]
        yield Collected(source, match.record, fixture.number, match.deal, match.rotation, bots)
