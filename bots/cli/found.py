"""Bots and seasons of a server by the names that are typed; who mistypes one is told which one is near."""

from typing import Any

import click

from bots.cli.choices import meant
from bots.cli.online import AskedError
from bots.client.errors import ProblemError
from bots.client.row import Row
from bots.client.server import Server

MISSING = 404
MOST = 1000
"""So many names are looked through for those that look alike."""


def bot(server: Server, name: str) -> Row:
    """A bot."""
    found: Row | None = maybe(server, "bots", name)
    if found is None:
        near = meant(name, (row["name"] for row in server.rows("bots", limit=MOST)))
        raise AskedError(f"{server.address} has no bot {name!r}.{near}")
    return found


def maybe(server: Server, *path: object) -> Any:
    """What is at an address, None where there is nothing."""
    try:
        return server.get(*path)
    except ProblemError as error:
        if error.status != MISSING:
            raise
        return None


def season(server: Server, word: str) -> tuple[str, int]:
    """What `LEAGUE` or `LEAGUE/NUMBER` stands for: without a number its newest season."""
    league, _, number = word.partition("/")
    if number and not (number.isascii() and number.isdecimal()):
        raise click.UsageError(f"{word!r} is no season: say LEAGUE or LEAGUE/NUMBER.")
    if number and maybe(server, "leagues", league, "seasons", number) is not None:
        return league, int(number)
    seasons = list(server.rows("seasons", league=league, limit=MOST)) if league else []
    if not seasons:
        near = meant(league, (row["slug"] for row in server.rows("leagues", limit=MOST)))
        raise AskedError(f"{server.address} has no league {league!r}.{near}")
    if number:
        known = ", ".join(str(row["number"]) for row in reversed(seasons))
        raise AskedError(f"{league} has no season {number}, only {known}.")
    return league, int(seasons[0]["number"])
