"""`manage.py play_season`: whole seasons of house bots, from their draft to archive and final table."""

from __future__ import annotations

import time
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click
from django.core.management.base import BaseCommand, CommandError, CommandParser

from caravan import season_shape, whole_season
from caravan.environment import DATA
from caravan.season_shape import WRITTEN, Shape
from caravan.up import installation, running
from caravan.up.installation import UnableError
from caravan.up.supervise import unwinding
from caravan.whole_season import Seen, Wait
from tournaments.archive.proof import prove
from tournaments.archive.reading import ArchiveFalse
from tournaments.errors import TournamentsError
from tournaments.models import Archive, Desk, Division, Season
from tournaments.plainly import plainly
from tournaments.selectors.standings import standings
from tournaments.services import archives
from tournaments.services.rebuild import rebuild

SHAPE = ("bots", "divisions", "stages", "rounds", "move")
LOOK = 3.0
"""Seconds in which a desk that is at work looks around."""


def gap(text: str) -> int:
    """`max`, or so many seconds between two draws."""
    if text != "max" and not text.isdecimal():
        raise ArgumentTypeError("max, or a number of seconds between two rounds")
    return 0 if text == "max" else int(text)


def positive(text: str) -> int:
    """A number that is not 0."""
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError("a number from 1 on")
    return int(text)


def count(text: str) -> int:
    """A number, 0 too."""
    if not text.isdecimal():
        raise ArgumentTypeError("a number from 0 on")
    return int(text)


class Command(BaseCommand):
    """Plays with the workers that run, or starts some for as long as it takes."""

    help = "Plays whole seasons of house bots on real workers, one after the other; ends each with its table."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which league, how large, how long, how fast."""
        parser.add_argument(
            "--league",
            nargs="+",
            required=True,
            help="slugs of leagues, or games for leagues of the house's own",
        )
        parser.add_argument("--bots", type=positive, default=6, help="that compete (default: %(default)s)")
        parser.add_argument(
            "--stages", default="ladder", help=f"one after the other: {WRITTEN} (default: %(default)s)"
        )
        parser.add_argument(
            "--rounds",
            type=positive,
            default=10,
            help="of a ladder or Swiss system that names none (default: %(default)s)",
        )
        parser.add_argument("--divisions", type=positive, default=1, help="of equal size (default: 1)")
        parser.add_argument(
            "--move", type=count, help="bots that go up and down between two divisions (default: 1)"
        )
        parser.add_argument(
            "--speed", type=gap, default=0, help="max, or seconds between rounds (default: max)"
        )

    @unwinding()
    @plainly()
    def handle(self, *_: Any, league: list[str], speed: int, **options: Any) -> None:
        """Ends with 0 when each season is closed, archived, and every rating comes out again."""
        try:
            shape = season_shape.shape(**{name: options[name] for name in SHAPE})
            installation.migrate()
            leagues = [whole_season.league(name) for name in league]
            for found in leagues:
                whole_season.check(found, shape)
            with workers(self.say) as wait:
                for found in leagues:
                    self.whole(whole_season.begin(found, shape, gap=speed), shape, wait)
        except (UnableError, TournamentsError) as error:
            raise CommandError(str(error)) from None

    def whole(self, season: Season, shape: Shape, wait: Wait) -> None:
        """One season to its end."""
        sizes, formats = "+".join(map(str, shape.sizes)), ", ".join(one["format"] for one in shape.stages)
        self.say(f"{season}, {season.game}: {sizes} bots, {formats}, tables of {season.seats}.")
        self.play(season, wait)
        self.tell(season)

    def play(self, season: Season, wait: Wait) -> None:
        """Shows how far it is until it is over."""
        rounds = whole_season.planned(season)
        try:
            with click.progressbar(length=rounds, label="Rounds", show_pos=True, item_show_func=shown) as bar:
                whole_season.watch(season, wait, lambda seen: advance(bar, seen))
        except (KeyboardInterrupt, SystemExit):
            state = season.get_state_display()
            self.say(f"{season} is left {state}: what plays on this database next plays it on.")
            raise

    def tell(self, season: Season) -> None:
        """The final tables, the archive and its proof, the ratings made again; else CommandError."""
        for division in season.divisions.all():
            self.say("\n".join(table(division)))
        archive = Archive.objects.get(season=season)
        path = archives.path(archive.digest)
        self.say(f"Archive: {path}, {archive.size / 1e3:,.0f} kB")
        try:
            prove(path, self.say)
        except ArchiveFalse as error:
            raise CommandError(f"The archive does not hold: {error}") from None
        rebuilt = rebuild(season=season)
        if rebuilt.differences:
            raise CommandError(f"The ratings do not come out again: {rebuilt.differences[0]}")
        self.say(f"Rated again: {rebuilt.fixtures} fixtures, {rebuilt.placings} placings, all exact.")

    def say(self, line: str) -> None:
        """Prints a line at once, wherever it goes."""
        self.stdout.write(line)
        self.stdout.flush()


def shown(item: str | None) -> str:
    """What stands behind the bar."""
    return item or ""


def advance(bar: Any, seen: Seen) -> None:
    """Moves the bar to where the season is."""
    bar.update(seen.rounds - bar.pos, f"{seen.fixtures} fixtures, {seen.state}")


def table(division: Division) -> Iterator[str]:
    """A line for each entry but the house's fillers, the best first."""
    rows = [row for row in standings(division) if not row.entry.house]
    yield f"{division.name:28}{'score':>8}{'mu':>8}{'sigma':>8}{'fixtures':>10}{'faults':>8}"
    for row in rows:
        entry = row.entry
        figures = f"{entry.score:8.2f}{entry.mu:8.2f}{entry.sigma:8.2f}{entry.fixtures:10}{entry.faults:8}"
        yield f"{row.rank or '-':>2}. {entry.bot.name:24}{figures}  {entry.medal:8}{entry.moves}".rstrip()


@contextmanager
def workers(say: Callable[[str], None]) -> Iterator[Wait]:
    """How to wait for those who play: the ones that run, or a set of its own until the end."""
    if installation.claimed(DATA) or desk_works():
        say("Played by the workers that run.")
        yield patiently
        return
    with running.supervised(say) as (supervisor, folder):
        running.start_workers(supervisor, running.start_broker(supervisor, folder), folder)
        yield supervisor.run


def desk_works() -> bool:
    """Whether a desk looks around on this database."""
    ticked = Desk.objects.values_list("ticked_at", flat=True)
    before = ticked.first()
    return before is not None and patiently(lambda: ticked.first() != before, LOOK)


def patiently(condition: Callable[[], bool], seconds: float) -> bool:
    """Whether it holds before so many seconds are over, asked twice a second."""
    end = time.monotonic() + seconds
    while not (held := condition()) and time.monotonic() < end:
        time.sleep(0.5)
    return held
