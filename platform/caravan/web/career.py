"""How a bot does in a season: its rating, against whom, in which seat, and where it failed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from caravan.web import charts
from caravan.web.charts import History
from tournaments.models import Entry, Seating
from tournaments.reports import entries
from tournaments.reports.entries import Chair, Rival

ROUNDS = 500
"""So many are drawn in the chart."""
RIVALS = 8
FAULTS = 5


@dataclass(frozen=True, slots=True)
class Career:
    """Of settled rounds; `faults` are those of all open matches."""

    entry: Entry
    chart: History | None
    """None before the first settled round."""
    rivals: list[Rival]
    chairs: list[Chair]
    faults: list[Seating]


def of(played: Sequence[Entry]) -> Career | None:
    """That of the first of these entries that has played, else of the first; none without any."""
    entry = next((each for each in played if each.fixtures), played[0] if played else None)
    if entry is None:
        return None
    rounds = entries.history(entry, ROUNDS)
    chart = charts.history(rounds) if rounds else None
    rivals, _ = entries.rivals(entry, RIVALS)
    return Career(entry, chart, rivals, entries.chairs(entry), entries.faults(entry, FAULTS))
