"""The proof of an archive: everything in it is made again from the secret, the records and the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from referee import fairness
from referee.errors import RecordError
from referee.fixture import Competitor, FixtureRecord, Secret, verify_fixture
from referee.record import parsed
from tournaments import stages
from tournaments.archive import ratings, tables
from tournaments.archive.layout import RECORDS, SEASON, Fixture, Round, Season
from tournaments.archive.reading import Archive, ArchiveFalse, check_sums, opened, read

Say = Callable[[str], Any]
NUMBER = re.compile(r"([1-9]\d*\.[1-9]\d*)\.[1-9]\d*\.(?:tie\.)?[1-9]\d*", re.ASCII)
"""Of a fixture: stage and round, table, try."""


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
    if {one.division for one in archive.entries} - divisions:
        raise ArchiveFalse("entries.jsonl", "an entry is in no division")
    for round, fixtures in archive.rounds():
        if round.division not in divisions or not 0 < round.stage <= count:
            raise ArchiveFalse(
                "rounds.jsonl", f"round {round.number} is in a division or stage that is not there"
            )
        _check_round(round, fixtures, entries)


def _check_round(round: Round, fixtures: Sequence[Fixture], entries: set[int]) -> None:
    _once("fixtures.jsonl", [one.number for one in fixtures])
    for fixture in fixtures:
        number = NUMBER.fullmatch(fixture.number)
        if not number or number[1] != f"{round.stage}.{round.number}" or not fixture.placings:
            raise ArchiveFalse("fixtures.jsonl", f"{fixture.name} is of another round, or nobody sat there")
        if unknown := {one.entry for one in fixture.placings} - entries:
            raise ArchiveFalse("fixtures.jsonl", f"{fixture.name} has {min(unknown)}, which is no entry")


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
    counted, records = Counted(), archive.records()
    bots = {one.number: one.bot for one in archive.entries}
    dropped = {one.entry for one in archive.events if one.kind == "drop"}
    for fixture in chain.from_iterable(fixtures for _, fixtures in archive.rounds()):
        counted.void += fixture.state == "void"
        if not fixture.recorded:
            continue
        line = next(records, None)
        if line is None:
            raise ArchiveFalse(RECORDS, f"{fixture.name} is missing")
        with at(f"{RECORDS}, {fixture.name}"):
            record = FixtureRecord.from_json(parsed(line))
            verify_fixture(record)
        _check_against(archive.season, fixture, record)
        _check_listed(fixture, record, bots, dropped)
        counted.fixtures += 1
        counted.matches += len(record.matches)
        counted.moves += sum(len(match.record.moves) for match in record.matches)
    if next(records, None) is not None:
        raise ArchiveFalse(RECORDS, "holds more than was played")
    return counted


def _check_against(season: Season, fixture: Fixture, record: FixtureRecord) -> None:
    """The records are those of this fixture, in this season."""
    place = f"{RECORDS}, {fixture.name}"
    frozen = (season.game, season.seats, season.deals, fixture.number)
    if (record.game, record.seats, len(record.deals), record.number) != frozen:
        raise ArchiveFalse(place, "is not of that game, table size, number or number of deals")
    if not season.rules.items() <= record.rules.items():
        raise ArchiveFalse(place, "has other rules than the season")
    if record.season != Secret(season.secret, season.commitment, fixture.division):
        raise ArchiveFalse(place, "does not have the season's secret")
    if len(record.competitors) != len(fixture.placings):
        raise ArchiveFalse(place, "has other competitors than are listed")


def _check_listed(
    fixture: Fixture, record: FixtureRecord, bots: Mapping[int, str], dropped: Set[int | None]
) -> None:
    """The fixture ranks as is listed, and does not count for those whose results were dropped."""
    for placing, one in zip(fixture.placings, record.competitors, strict=True):
        listed = (bots[placing.entry], placing.fixture_points, placing.rank)
        if (_bot(one), one.fixture_points, one.rank) != listed:
            raise ArchiveFalse("fixtures.jsonl", f"{fixture.name} is not listed as it was played")
    seated = {one.entry for one in fixture.placings}
    missing = {one.entry for one in fixture.placings if one.rank is None}
    if fixture.state == "finished" and missing != dropped & seated:
        raise ArchiveFalse("fixtures.jsonl", f"{fixture.name} does not count for others than were dropped")


def _bot(competitor: Competitor) -> str:
    return competitor.name.rpartition(" v")[0]


@contextmanager
def at(place: str) -> Iterator[None]:
    """What a record says of itself, with the name of its file."""
    try:
        yield
    except RecordError as error:
        raise ArchiveFalse(place, str(error)) from None
