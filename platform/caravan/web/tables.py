"""Standings as pages show them: rows with their bars on one axis."""

from __future__ import annotations

from dataclasses import dataclass

from caravan.web.scale import Bar, Scale, scale
from tournaments import selectors
from tournaments.models import Division
from tournaments.selectors import Standing


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


def table(division: Division) -> Table:
    """The whole table of a division."""
    standings = selectors.standings(division)
    axis = scale((each.entry.mu, each.entry.sigma) for each in standings)
    return Table(division, axis, [Row(each, axis.bar(each.entry.mu, each.entry.sigma)) for each in standings])
