"""A league over all its seasons: the constants that would have foretold its results best."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import League, Season
from tournaments.reports.rated import finished, rated
from tournaments.statistics.calibration import Fit, calibrate


@dataclass(frozen=True, slots=True)
class Measured:
    """The fit, and the seasons from which it was made with the number of their rated fixtures."""

    fit: Fit
    seasons: list[tuple[Season, int]]


def measured(league: League) -> Measured:
    """Beta and draw probability from every rated fixture, rehearsals left out, beside the league's own.

    ValueError where nothing has been rated yet.
    """
    seasons = list(league.seasons.filter(dry=False).order_by("number"))
    played = [list(finished(rated().filter(entry__division__season=season))) for season in seasons]
    fixtures = [fixture for one in played for fixture in one]
    if not fixtures:
        raise ValueError(f"nothing has been rated in {league} yet")
    fit = calibrate(fixtures, beta=league.beta, draw_probability=league.draw_probability, tau=seasons[-1].tau)
    return Measured(fit, [(season, len(one)) for season, one in zip(seasons, played, strict=True) if one])
