"""The proof of an archive: everything in it is made again from the secret, the records and the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee import fairness
from referee.errors import RecordError
from referee.fixture import Competitor, FixtureRecord, Secret, verify_fixture
from referee.record import parsed
from tournaments import stages
from tournaments.archive import ratings, tables
from tournaments.archive.layout import SEASON, Entry, Fixture
from tournaments.archive.reading import Archive, ArchiveFalse, check_sums, content, opened, read

Say = Callable[[str], Any]


def prove(path: Path, say: Say) -> None:
    """Checks all of an archive and says what holds; ArchiveFalse names the first place that does not."""
    with opened(path) as file:
        say(f"checksums   {check_sums(file)} files")
        archive = read(file)
        season = archive.season
        if fairness.commitment(season.secret) != season.commitment:
            raise ArchiveFalse(SEASON, "the secret is not the one that was committed to")
        say("commitment  the secret is the one whose hash was published")
        check_names(archive)
        say(f"fixtures    {prove_fixtures(archive)}")
        say(f"ratings     {ratings.prove(archive)}")
        say(f"table       {tables.prove(archive)}")
        say(f"true        {season.league}, {season.title}")


def check_names(archive: Archive) -> None:
    """Every number names one thing, and what is named is there."""
    try:
        count = len(stages.read(archive.season.stages))
    except ValueError as error:
        raise ArchiveFalse(SEASON, str(error)) from None
    if not all(0 < one.stage <= count for one in archive.season.divisions):
        raise ArchiveFalse(SEASON, f"a division is in none of the {count} stages")
    entries = _once("entries.jsonl", [one.number for one in archive.entries])
    divisions = _once(SEASON, [one.tier for one in archive.season.divisions])
    rounds = _once("rounds.jsonl", [(one.division, one.number) for one in archive.rounds])
    _once("fixtures.jsonl", [one.path for one in archive.fixtures])
    for fixture in archive.fixtures:
        if (fixture.division, fixture.round) not in rounds or not fixture.placings:
            raise ArchiveFalse("fixtures.jsonl", f"{fixture.path} is of no round, or nobody sat there")
        if unknown := {one.entry for one in fixture.placings} - entries:
            raise ArchiveFalse("fixtures.jsonl", f"{fixture.path} has {min(unknown)}, which is no entry")
    if {one.division for one in archive.entries} - divisions:
        raise ArchiveFalse("entries.jsonl", "an entry is in no division")
    files = {name for name in archive.file.namelist() if name.startswith("fixtures/")}
    if files != {one.path for one in archive.fixtures if one.recorded}:
        raise ArchiveFalse("fixtures.jsonl", "the fixtures that were played are not those that have records")


def _once(place: str, names: Sequence[Any]) -> set[Any]:
    if len(set(names)) < len(names):
        raise ArchiveFalse(place, "two have the same number")
    return set(names)


@dataclass(slots=True)
class Counted:
    """What was proved so far."""

    fixtures: int = 0
    matches: int = 0
    moves: int = 0
    void: int = 0

    def __str__(self) -> str:
        void = f", {self.void} void" if self.void else ""
        return f"{self.fixtures} proved, with {self.matches} matches and {self.moves} moves{void}"


def prove_fixtures(archive: Archive) -> Counted:
    """Seeds, seats, moves, points and ranks of every fixture that was played."""
    counted = Counted()
    entries = {one.number: one for one in archive.entries}
    for fixture in archive.fixtures:
        counted.void += fixture.state == "void"
        if not fixture.recorded:
            continue
        with at(fixture.path):
            record = FixtureRecord.from_json(parsed(content(archive.file, fixture.path)))
            verify_fixture(record)
            _check_against(archive, fixture, record, entries)
        counted.fixtures += 1
        counted.matches += len(record.matches)
        counted.moves += sum(len(match.record.moves) for match in record.matches)
    return counted


def _check_against(
    archive: Archive, fixture: Fixture, record: FixtureRecord, entries: dict[int, Entry]
) -> None:
    """The records are those of this fixture, in this season, and rank as is listed."""
    season = archive.season
    frozen = (season.game, season.seats, season.deals, fixture.number)
    if (record.game, record.seats, len(record.deals), record.number) != frozen:
        raise ArchiveFalse(fixture.path, "is not of that game, table size, number or number of deals")
    if not season.rules.items() <= record.rules.items():
        raise ArchiveFalse(fixture.path, "has other rules than the season")
    if record.season != Secret(season.secret, season.commitment, fixture.division):
        raise ArchiveFalse(fixture.path, "does not have the season's secret")
    if len(record.competitors) != len(fixture.placings):
        raise ArchiveFalse(fixture.path, "has other competitors than are listed")
    for placing, one in zip(fixture.placings, record.competitors, strict=True):
        listed = (entries[placing.entry].bot, placing.fixture_points, placing.rank)
        if (_bot(one), one.fixture_points, one.rank) != listed:
            raise ArchiveFalse("fixtures.jsonl", f"{fixture.path} is not listed as it was played")
    dropped = {one.entry for one in archive.events if one.kind == "drop"}
    missing = {one.entry for one in fixture.placings if one.rank is None}
    if fixture.state == "finished" and missing != dropped & {one.entry for one in fixture.placings}:
        raise ArchiveFalse("fixtures.jsonl", f"{fixture.path} does not count for others than were dropped")


def _bot(competitor: Competitor) -> str:
    return competitor.name.rpartition(" v")[0]


@contextmanager
def at(place: str) -> Iterator[None]:
    """What a record says of itself, with the name of its file."""
    try:
        yield
    except RecordError as error:
        raise ArchiveFalse(place, str(error)) from None
