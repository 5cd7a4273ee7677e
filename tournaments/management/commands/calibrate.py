"""manage.py calibrate LEAGUE [--write]: the constants that would have foretold a league's results best."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import League
from tournaments.plainly import plainly
from tournaments.reports.leagues import Measured, measured
from tournaments.services import leagues

ENOUGH = 100
"""With fewer rated fixtures than this nothing is written."""


class Command(BaseCommand):
    """Measures; only where it is told to it changes what the league's next season begins with."""

    help = "Measure beta and the draw probability of a league from all its rated fixtures."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The league and whether its next season shall begin with the result."""
        parser.add_argument("league", help="as in its address, such as pis-yedili-open")
        parser.add_argument("--write", action="store_true", help="for the next season; others keep theirs")

    @plainly()
    def handle(self, *args: Any, **options: Any) -> None:
        """Says what was found, from what, and how much better it foretells."""
        league = League.objects.filter(slug=options["league"]).first()
        if league is None:
            raise CommandError(f"there is no league {options['league']}")
        try:
            found = measured(league)
        except ValueError as error:
            raise CommandError(str(error)) from None
        for line in lines(league, found):
            self.stdout.write(line)
        if options["write"]:
            self.write(league, found)

    def write(self, league: League, found: Measured) -> None:
        """Into the league, rounded; CommandError with too few fixtures to rely on."""
        fixtures = sum(number for _, number in found.seasons)
        if fixtures < ENOUGH:
            raise CommandError(f"not written: {fixtures} fixtures are fewer than {ENOUGH}")
        beta, draw_probability = round(found.fit.beta, 3), round(found.fit.draw_probability, 4)
        reason = f"manage.py calibrate: {fixtures} fixtures, {found.fit.pairs} pairs"
        leagues.calibrate(league=league, beta=beta, draw_probability=draw_probability, reason=reason)
        self.stdout.write("Written: the next season begins with them, seasons that are there keep theirs.")


def lines(league: League, found: Measured) -> Iterator[str]:
    """The seasons used, both constants, and the log score before and after (0 would be perfect)."""
    for season, fixtures in found.seasons:
        yield f"{season}: {fixtures} rated fixtures"
    fit = found.fit
    yield f"beta              {league.beta:.3f} -> {fit.beta:.3f}"
    yield f"draw probability  {league.draw_probability:.4f} -> {fit.draw_probability:.4f}"
    yield f"log score         {fit.before:.4f} -> {fit.after:.4f}, over {fit.pairs} pairs of entries"
