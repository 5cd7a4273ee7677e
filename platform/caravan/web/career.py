"""How a bot does in a season: its rating, against whom, in which seat, and where it failed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from caravan.web import charts
from caravan.web.charts import History
from tournaments.models import Entry, Seating
from tournaments.reports import entries
from tournaments.reports.entries import Chair, Place, Rival

ROUNDS = 500
"""So many are drawn in the chart."""
RIVALS = 8
FAULTS = 5


@dataclass(frozen=True, slots=True)
class Career:
    """Of settled rounds; `faults` are those of all open matches."""

    entry: Entry
    place: Place
    chart: History | None
    """None before the first settled round."""
    rivals: list[Rival]
    chairs: list[Chair]
    faults: list[Seating]

    @property
    def matches(self) -> int:
        """Those counted by seat."""
        return sum(chair.matches for chair in self.chairs)

    @property
    def share(self) -> float:
        """Of these, how many it won."""
        return sum(chair.won for chair in self.chairs) / self.matches if self.matches else 0.0


def of(played: Sequence[Entry], wanted: int | None = None) -> Career | None:
    """That of the entry with this key, else of the first of these that has played; none without any."""
    if not played:
        return None
    asked = (each for each in played if each.pk == wanted)
    entry = next(asked, None) or next((each for each in played if each.fixtures), played[0])
    rounds = entries.history(entry, ROUNDS)
    chart = charts.history(entries.begun(entry, rounds, ROUNDS)) if rounds else None
    rivals, _ = entries.rivals(entry, RIVALS)
    chairs, faults = entries.chairs(entry), entries.faults(entry, FAULTS)
    return Career(entry, entries.place(entry), chart, rivals, chairs, faults)
