"""The knockout: of each table the better half goes on, until one is left.

Everyone still in plays in every round, so there is no fixed bracket: each round folds those who are left by
their rating when the stage began, the best with the weakest, and an empty chair is taken by a house entry, at
the tables of the best. In a double elimination, for tables of two, the second defeat puts an entry out: those
who have lost meet each other, and where the only one without a defeat loses the final it is played again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import ClassVar, NamedTuple

from tournaments.pairing.groups import fold, listed, pools
from tournaments.pairing.seating import seated
from tournaments.pairing.stage import Candidate, Played, Stage, Standing, Table, by_rating


@dataclass(frozen=True, slots=True)
class Knockout:
    """One defeat puts an entry out, or two."""

    open: ClassVar[bool] = False
    lag: ClassVar[int] = 0
    double: bool = False

    def length(self, stage: Stage) -> int | None:
        """Until one is left, unless kin shift chairs; open in a double elimination."""
        if self.double:
            return None
        return sum(1 for _ in sizes(len(stage.candidates), stage.seats))

    def draw(self, stage: Stage) -> list[Table]:
        """Who is still in, by groups of equal defeats; ValueError where a tie across the line is open.

        The groups mix only where that keeps kin apart.
        """
        if self.double and stage.seats != 2:
            raise ValueError("double elimination is for tables of two")
        if self.undecided(stage):
            raise ValueError("a tie across the line needs one more deal")
        groups = self._groups(stage)
        if sum(map(len, groups)) < 2:
            return []
        short = next((group for group in groups if len(group) % stage.seats), groups[0])
        short += stage.fillers(sum(map(len, groups)))
        orders = [listed(pool, stage.seats, fold) for pool in pools(groups, stage.seats)]
        met = stage.met()
        tables = [table for order in orders for table in seated(order, stage.seats, met)]
        mixed = len(orders) > 1 and any(table.kin for table in tables)
        return seated([*chain.from_iterable(orders)], stage.seats, met) if mixed else tables

    def _groups(self, stage: Stage) -> list[list[Candidate]]:
        """Who is still in, by the number of their defeats."""
        defeats = Counter(entry for table in _decided(stage) for entry in table.order[table.line :])
        return [[one for one in stage.playing if defeats[one.entry] == n] for n in range(1 + self.double)]

    def undecided(self, stage: Stage) -> list[int]:
        """The tables with a tie across the line for which one more deal has not been played."""
        last = _decided(replace(stage, rounds=stage.rounds[-1:]))
        return [table.place for table in last if table.tied]

    def ranking(self, stage: Stage) -> list[Standing]:
        """Who is left, then who went out last; points: rounds survived, tiebreak: place at the last table."""
        left = {one.entry for group in self._groups(stage) for one in group}
        last = {
            entry: (table.number, place)
            for table in _decided(stage)
            for place, entry in enumerate(table.order, 1)
        }
        order = [
            Standing(one.entry, float(survived), float(place), one.rating.mu)
            for one in sorted(stage.candidates, key=by_rating)
            for number, place in [last.get(one.entry, (0, stage.seats + 1))]
            for survived in [len(stage.rounds) if one.entry in left else number]
        ]
        return sorted(order, key=lambda one: (-one.points, one.tiebreak))


def sizes(entries: int, seats: int) -> Iterator[int]:
    """The tables of each round of a single elimination that so many begin."""
    while entries > 1:
        tables = -(-entries // seats)
        yield tables
        more = entries % tables
        entries = 1 if tables == 1 else sum(-(-(entries // tables + (k < more)) // 2) for k in range(tables))


class _Decided(NamedTuple):
    """A table that was played, by its round's number and its place there, both from 0."""

    number: int
    place: int
    order: list[int]
    """Those who compete, the best first: by rank, by the one more deal, by rating, by entry."""
    line: int
    """So many go on."""
    tied: bool
    """Whether the last above the line and the first below are equal and no more deal was played."""


def _decided(stage: Stage) -> list[_Decided]:
    seeds = {one.entry: by_rating(one) for one in stage.candidates}
    return [
        _decide(number, place, table, len(tables) == 1, seeds)
        for number, tables in enumerate(stage.rounds)
        for place, table in enumerate(tables)
        if table.ranks is not None
    ]


def _decide(
    number: int, place: int, table: Played, final: bool, seeds: Mapping[int, tuple[float, int]]
) -> _Decided:
    ranks = dict(zip(table.entries, table.ranks or (), strict=True))
    extra = dict(zip(table.entries, table.extra or table.ranks or (), strict=True))
    order = sorted(seeds.keys() & ranks.keys(), key=lambda one: (ranks[one], extra[one], seeds[one]))
    line = 1 if final else (len(order) + 1) // 2
    across = line < len(order) and ranks[order[line - 1]] == ranks[order[line]]
    return _Decided(number, place, order, line, across and table.extra is None)
