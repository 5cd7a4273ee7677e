"""Standings as pages show them: rows with their bars on one axis, in bands of those not separable yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import Any

from caravan.access import Visitor, owns
from caravan.standings.scale import Bar, Scale, scale
from tournaments.models import Division, Season
from tournaments.reports.standings import Last, climbed, last_round
from tournaments.selectors.standings import Standing, standings
from tournaments.statistics.separability import groups

NOTHING: Mapping[int, Last] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Row:
    """A standing with its rating bar, and what the last round did to it."""

    standing: Standing
    bar: Bar
    climbed: int | None = None
    """So many places up, or down if negative; None: nothing to compare with."""
    last: Last | None = None

    @property
    def down(self) -> int:
        """How many places it fell."""
        return -(self.climbed or 0)


ORDERS: Mapping[str, Callable[[Row], Any]] = {
    "bot": lambda row: row.standing.entry.bot.name,
    "mu": lambda row: -row.standing.entry.mu,
    "fixtures": lambda row: -row.standing.entry.fixtures,
    "faults": lambda row: -row.standing.entry.faults,
}
"""What else a table may be sorted by; equals stay in the order of their scores."""


@dataclass(frozen=True, slots=True)
class Table:
    """A division's standings and the axis they share."""

    division: Division
    axis: Scale
    rows: list[Row]
    bands: list[list[Row]]
    """The same rows; neighbours in a band cannot be told apart yet, where they stand by their scores."""
    by: str = ""
    """What they are sorted by, if not by their scores."""

    def of(self, user: Visitor) -> list[Row]:
        """The rows of somebody's own bots."""
        return [row for row in self.rows if owns(user, row.standing.entry.bot)]


def table(division: Division, last: Mapping[int, Last] = NOTHING, by: str = "") -> Table:
    """The whole table of a division; `last` is what its last round did, by entry; `by` one of `ORDERS`."""
    ranked = standings(division)
    axis = scale((each.entry.mu, each.entry.sigma) for each in ranked)
    moved = changes(division, ranked, last)
    rows = [
        Row(each, axis.bar(*each.entry.rating), moved.get(each.entry.pk), last.get(each.entry.pk))
        for each in ranked
    ]
    if by in ORDERS:
        rows.sort(key=ORDERS[by])
        return Table(division, axis, rows, [[row] for row in rows], by)
    return Table(division, axis, rows, bands(rows))


def of_season(season: Season, by: str = "") -> list[Table]:
    """Those of all its divisions, with what their last rounds did."""
    return [table(division, last_round(division), by) for division in season.divisions.all()]


def changes(division: Division, ranked: Sequence[Standing], last: Mapping[int, Last]) -> dict[int, int]:
    """By entry, how many places up; none after the first round, as all were equal before, nor in the end."""
    if division.settled < 2 or division.season.state == Season.State.CLOSED:
        return {}
    return climbed([each.entry for each in ranked if each.rank is not None], last)


def bands(rows: Sequence[Row]) -> list[list[Row]]:
    """The rows, parted where an entry can be told from the one before; those without a rank stand alone."""
    entries = [row.standing.entry for row in rows if row.standing.rank is not None]
    parted, ahead = groups([(entry.pk, entry.rating) for entry in entries]), iter(rows)
    joined = [list(islice(ahead, len(group))) for group in parted]
    return [*joined, *([row] for row in ahead)]
