"""A season's ratings made again, round after round, from the ranks in its fixtures."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from tournaments.archive.layout import Fixture, Placing
from tournaments.archive.reading import Archive, ArchiveFalse
from tournaments.ranking import Rating
from tournaments.settling import Constants, Table, settled, widened

ENOUGH = 1e-9
"""Two machines may round the last digits of a logarithm differently; nothing larger is taken for that."""


@dataclass(slots=True)
class Counted:
    """What was made again, and how far the furthest figure is from the archive's."""

    rounds: int = 0
    figures: int = 0
    furthest: float = 0.0

    def __str__(self) -> str:
        exact = f"up to {self.furthest:.0e}, which is rounding" if self.furthest else "exactly"
        return f"{self.figures} figures of {self.rounds} rounds made again, {exact}"

    def compare(self, place: str, stored: Rating | None, again: Rating) -> None:
        """Counts a rating; ArchiveFalse if it is another."""
        off = max(abs(a - b) for a, b in zip(stored, again, strict=True)) if stored else 1.0
        if not off <= ENOUGH:
            raise ArchiveFalse(place, f"should be {tuple(again)}, not {stored and tuple(stored)}")
        self.figures += 2
        self.furthest = max(self.furthest, off)


def prove(archive: Archive) -> Counted:
    """Every rating, before and after fixtures and at the end; ArchiveFalse names the first that differs."""
    counted = Counted()
    season = archive.season
    frozen = Constants(season.beta, season.tau, season.draw_probability, season.widening)
    current = {one.number: one.start for one in archive.entries}
    renewed = new_versions(archive)
    for round, fixtures in archive.rounds():
        current = widened(current, renewed[round.division, round.number - 1], frozen)
        _round(fixtures, current, frozen, counted)
    for entry in archive.entries:
        counted.compare(f"entries.jsonl, entry {entry.number}", entry.end, current[entry.number])
    return counted


def new_versions(archive: Archive) -> defaultdict[tuple[int, int], list[int]]:
    """By division and the last round drawn before: the entries that have another version from then on."""
    entries = {one.number for one in archive.entries}
    renewed: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for event in sorted(archive.events, key=lambda one: one.number):
        if event.kind == "version" and event.entry in entries:
            renewed[event.division, event.after_round].append(event.entry)
    return renewed


def _round(fixtures: list[Fixture], current: dict[int, Rating], frozen: Constants, counted: Counted) -> None:
    """Rates a round, whose entries sit at one table each, in place."""
    seated = [(fixture, [one for one in fixture.placings if _rated(fixture, one)]) for fixture in fixtures]
    played = [(fixture, placings) for fixture, placings in seated if placings]
    tables = [_table(fixture, placings) for fixture, placings in played]
    counted.rounds += 1
    for (fixture, placings), changes in zip(played, settled(current, tables, frozen), strict=True):
        for placing, change in zip(placings, changes, strict=True):
            place = f"fixtures.jsonl, {fixture.name}, entry {placing.entry}"
            counted.compare(f"{place} before", placing.before, change.before)
            counted.compare(f"{place} after", placing.after, change.after)
            current[placing.entry] = change.after


def _rated(fixture: Fixture, placing: Placing) -> bool:
    """Whether it has ratings, as it should: the fixture is finished and breaks no tie, the entry counts."""
    counts = fixture.state == "finished" and fixture.breaks is None and placing.rank is not None
    if not counts and (placing.before or placing.after):
        raise ArchiveFalse(f"fixtures.jsonl, {fixture.name}, entry {placing.entry}", "should not be rated")
    return counts


def _table(fixture: Fixture, placings: list[Placing]) -> Table:
    ranks = tuple(one.rank for one in placings if one.rank is not None)
    return Table(tuple(one.entry for one in placings), ranks, fixture.kin)
