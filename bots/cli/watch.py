"""`caravan watch`: a match or a fixture move by move, a season fixture by fixture, while they are played."""

import json
from collections.abc import Iterator

import click

from bots.cli.found import MISSING, season
from bots.cli.online import AskedError, server
from bots.cli.told import Told
from bots.client.errors import ProblemError
from bots.client.row import Row
from bots.client.server import Server

PLAYED = ("matches", "fixtures")
OVER = "over"
"""What a stream of a match says when the next one of its fixture has begun."""


@click.command(short_help="Follow what is played.")
@click.argument("what", metavar="LEAGUE[/N]|fixtures/F|MATCH")
@click.option("--json", "as_json", is_flag=True, help="Print the lines of the stream as they come.")
def watch(what: str, as_json: bool) -> None:
    """Follow season N of LEAGUE, or its newest; fixture F; or a match by its number.

    It ends when that is over, or when you press Ctrl-C. After a lost connection it goes on where it was.
    """
    here = server()
    told = Told()
    for line in _lines(here, what):
        if as_json:
            click.echo(json.dumps(line, ensure_ascii=False))
        for words in () if as_json else told.say(line):
            click.echo(words)
        if line["event"] == OVER:
            break


def _lines(here: Server, what: str) -> Iterator[Row]:
    """The lines of a stream; AskedError where there is none."""
    path = _path(here, what)
    try:
        yield from here.lines(*path, "stream")
    except ProblemError as error:
        if error.status != MISSING:
            raise
        raise AskedError(f"{here.address} has nothing to watch at {'/'.join(map(str, path))}.") from None


def _path(here: Server, what: str) -> tuple[object, ...]:
    kind, _, number = what.rpartition("/")
    if number.isascii() and number.isdecimal() and kind in ("", *PLAYED):
        return kind or "matches", number
    league, which = season(here, what)
    return "leagues", league, "seasons", which
