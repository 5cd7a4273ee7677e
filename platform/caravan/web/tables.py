"""Standings as pages show them: rows with their bars on one axis, in bands of those not separable yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from caravan.web.access import Visitor, owns
from caravan.web.scale import Bar, Scale, scale
from tournaments.models import Division
from tournaments.selectors.standings import Standing, standings
from tournaments.statistics.separability import groups


@dataclass(frozen=True, slots=True)
class Row:
    """A standing with its rating bar."""

    standing: Standing
    bar: Bar


@dataclass(frozen=True, slots=True)
class Table:
    """A division's standings and the axis they share."""

    division: Division
    axis: Scale
    rows: list[Row]
    bands: list[list[Row]]
    """The same rows; neighbours in a band cannot be told apart yet."""

    def of(self, user: Visitor) -> list[Row]:
        """The rows of somebody's own bots."""
        return [row for row in self.rows if owns(user, row.standing.entry.bot)]


def table(division: Division) -> Table:
    """The whole table of a division."""
    ranked = standings(division)
    axis = scale((each.entry.mu, each.entry.sigma) for each in ranked)
    rows = [Row(each, axis.bar(each.entry.mu, each.entry.sigma)) for each in ranked]
    return Table(division, axis, rows, bands(rows))


def bands(rows: Sequence[Row]) -> list[list[Row]]:
    """The rows, parted where an entry can be told from the one before; those without a rank stand alone."""
    entries = [row.standing.entry for row in rows if row.standing.rank is not None]
    parted, ahead = groups([(entry.pk, entry.rating) for entry in entries]), iter(rows)
    joined = [list(islice(ahead, len(group))) for group in parted]
    return [*joined, *([row] for row in ahead)]
