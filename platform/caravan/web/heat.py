"""The heat map of a division: who was ahead of whom, in the order of its table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.http import urlencode

from tournaments.models import Entry
from tournaments.statistics.head_to_head import Meetings

LEFT, TOP, ACROSS, DOWN = 168, 24, 40, 28
LEVELS = 8
Met = Mapping[tuple[int, int], Meetings]


@dataclass(frozen=True, slots=True)
class Cell:
    """The meetings of the entry of a row with another; without any, `fixtures` is 0."""

    rival: str
    x: int
    fixtures: int
    share: float
    href: str

    @property
    def middle(self) -> int:
        """Where its figure is, from the left."""
        return self.x + ACROSS // 2 - 1

    @property
    def level(self) -> int:
        """How it is coloured: 0 always behind, 4 even, 8 always ahead."""
        return round(self.share * LEVELS)

    @property
    def figure(self) -> str:
        """Per cent."""
        return f"{100 * self.share:.0f}"


@dataclass(frozen=True, slots=True)
class Line:
    """A row, and by the same place the column of its entry."""

    place: int
    name: str
    cells: list[Cell]

    @property
    def y(self) -> int:
        """From the top."""
        return TOP + (self.place - 1) * DOWN

    @property
    def middle(self) -> int:
        """Where its words are, from the top."""
        return self.y + DOWN // 2 - 1

    @property
    def at(self) -> int:
        """The middle of its column."""
        return LEFT + (self.place - 1) * ACROSS + ACROSS // 2 - 1


@dataclass(frozen=True, slots=True)
class Heat:
    """The picture; `cut` where the table has more entries."""

    lines: list[Line]
    cut: bool

    @property
    def width(self) -> int:
        """Units."""
        return LEFT + len(self.lines) * ACROSS

    @property
    def height(self) -> int:
        """Units."""
        return TOP + len(self.lines) * DOWN

    @property
    def met(self) -> bool:
        """Whether any two of them have met."""
        return any(cell.fixtures for line in self.lines for cell in line.cells)


def heat(entries: Sequence[Entry], met: Met, league: str, most: int) -> Heat:
    """The first so many of a table against each other."""
    shown = entries[:most]
    lines = [
        Line(place, one.bot.name, [_cell(one, other, k, met, league) for k, other in enumerate(shown)])
        for place, one in enumerate(shown, 1)
    ]
    return Heat(lines, len(entries) > most)


def _cell(one: Entry, other: Entry, column: int, met: Met, league: str) -> Cell:
    found = met.get((min(one.pk, other.pk), max(one.pk, other.pk)))
    share = 0.5 if found is None else found.share if found.one == one.pk else 1 - found.share
    query = urlencode({"a": one.bot.name, "b": other.bot.name, "league": league})
    href = f"{reverse('matches')}?{query}"
    return Cell(other.bot.name, LEFT + column * ACROSS, found.fixtures if found else 0, share, href)
