"""manage.py rebuild_ratings SEASON [--write]: proves that a season's figures follow from its records."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Season
from tournaments.plainly import plainly
from tournaments.services.rebuild import rebuild


class Command(BaseCommand):
    """Ends with an error that names the first figure that differs."""

    help = "Rate a season again from its records and compare every stored figure."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The season and whether to correct it."""
        parser.add_argument("season", help="league/number, such as pis-yedili-open/1")
        parser.add_argument("--write", action="store_true", help="store what comes out")

    @plainly()
    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuilds, says what was compared."""
        slug, _, number = options["season"].partition("/")
        if not number.isdecimal():
            raise CommandError("name a season as league/number, such as pis-yedili-open/1")
        season = Season.objects.filter(league__slug=slug, number=number).first()
        if season is None:
            raise CommandError(f"there is no season {options['season']}")
        rebuilt = rebuild(season=season, write=options["write"])
        if rebuilt.differences and not options["write"]:
            raise CommandError(f"{rebuilt.figures} figures differ; the first: {rebuilt.differences[0]}")
        corrected = f", {rebuilt.figures} figures corrected" if options["write"] else ": all exact"
        self.stdout.write(f"{rebuilt.fixtures} fixtures, {rebuilt.placings} placings{corrected}")
