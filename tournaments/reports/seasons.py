"""A season: whether its ratings foretell its results, and who does better together than apart."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from django.db.models import F

from tournaments.models import Entry, Fixture, Season
from tournaments.reports.rated import finished, rated
from tournaments.selectors.fixtures import open_fixtures
from tournaments.statistics.calibration import Calibration, calibration
from tournaments.statistics.collusion import Suspicion, collusion
from tournaments.statistics.head_to_head import Meetings, head_to_head
from tournaments.statistics.rows import Finished

FORESEEN = 2000
"""Of a season's fixtures the newest so many are compared with what was predicted."""
MET = 2000
"""The newest so many are asked who was ahead of whom."""
WATCHED = 5000
"""The newest so many are searched for pairs."""


@dataclass(frozen=True, slots=True)
class Predictions:
    """How good they were, over so many fixtures."""

    calibration: Calibration
    fixtures: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Two entries that were looked at together."""

    one: Entry
    other: Entry
    found: Suspicion

    @property
    def same_owner(self) -> bool:
        """Whether both are of one person."""
        return self.one.bot.owner_id is not None and self.one.bot.owner_id == self.other.bot.owner_id


def newest(season: Season, count: int) -> list[Finished]:
    """The rated fixtures of its last rounds, so many at most.

    Only the rounds that hold twice as many where all entries sit down are looked at, never the whole season.
    """
    tables = max(1, Entry.objects.filter(division__season=season).count() // season.seats)
    fixtures = Fixture.objects.filter(
        open_fixtures(),
        kin=False,
        round__division__season=season,
        round__number__lte=F("round__division__settled"),
        round__number__gt=F("round__division__settled") - ceil(2 * count / tables),
    )
    placings = rated().filter(fixture__in=fixtures.order_by("-pk").values("pk")[:count])
    return list(finished(placings))


def _constants(season: Season) -> dict[str, float]:
    """Those that its ratings were made with."""
    return {"beta": season.beta, "draw_probability": season.draw_probability, "tau": season.tau}


def predictions(season: Season) -> Predictions:
    """What was predicted against what was played."""
    fixtures = newest(season, FORESEEN)
    return Predictions(calibration(fixtures, **_constants(season)), len(fixtures))


def meetings(season: Season) -> tuple[list[Meetings], int]:
    """How every two entries did where they met, and in how many fixtures that was looked up."""
    fixtures = newest(season, MET)
    return head_to_head(fixtures), len(fixtures)


def pairs(season: Season, count: int) -> tuple[list[Pair], int]:
    """Those that do better together, the most suspicious first, and how many fixtures were searched."""
    fixtures = newest(season, WATCHED)
    found = [one for one in collusion(fixtures, **_constants(season)) if one.excess > 0][:count]
    numbers = {pk for one in found for pk in (one.one, one.other)}
    entries = Entry.objects.select_related("bot__owner", "version").in_bulk(numbers)
    return [Pair(entries[one.one], entries[one.other], one) for one in found], len(fixtures)
