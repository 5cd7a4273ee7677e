"""`caravan challenge`: lets bots meet on a server, of which nobody is rated."""

import time
from typing import Any

import click

from bots.cli import options
from bots.cli.columns import columns
from bots.cli.found import bot as found_bot
from bots.cli.online import AnswerError, server
from bots.cli.screen import document
from bots.client.errors import UnreachableError
from bots.client.row import Row
from bots.client.server import Server
from bots.quoting import printable

PAUSE = 2.0
"""Seconds between two looks at a fixture."""
VOID = "void"
ENDED = ("finished", VOID)


@click.command(short_help="Let bots meet, unrated.")
@click.argument("bots", metavar="BOT OTHER", nargs=2)
@options.game
@click.option("--league", help="By the rules of this league.  [default: the first that fits]")
@click.option("--wait", is_flag=True, help="Stay until it is played.")
@options.as_json
def challenge(bots: tuple[str, str], game: str | None, league: str | None, wait: bool, as_json: bool) -> None:
    """Let BOT, of yours, and OTHER, of anybody, meet on the server, each with the version that competes.

    House bots take the chairs that are left.
    """
    here = server(named=True)
    for name in bots:
        found_bot(here, name)
    said = {"bots": [*bots]} | ({"game": game} if game else {}) | ({"league": league} if league else {})
    fixture = _begun(here, said)
    if wait:
        click.echo(f"It is fixture {fixture['fixture']}; it goes on also if you press Ctrl-C.", err=True)
        fixture = _ended(here, fixture)
    click.echo(document(fixture) if as_json else _text(fixture))


def _begun(here: Server, asked: dict[str, Any]) -> Row:
    try:
        row: Row = here.post("challenges", **asked)
    except UnreachableError as error:
        perhaps = f"It may have begun all the same: caravan matches {asked['bots'][0]}"
        raise AnswerError(f"{error}. {perhaps}") from None
    return row


def _ended(here: Server, fixture: Row) -> Row:
    while fixture["state"] not in ENDED:
        time.sleep(PAUSE)
        fixture = here.get("challenges", fixture["fixture"])
    return fixture


def _text(fixture: Row) -> str:
    head = printable(f"Fixture {fixture['fixture']}: {fixture['url']}")
    if fixture["state"] == VOID:
        return f"{head}\n{printable('It is void: ' + fixture['reason'])}"
    if fixture["state"] not in ENDED:
        return f"{head}\nIt is {fixture['state']}: caravan watch fixtures/{fixture['fixture']}"
    placings = sorted(fixture["placings"], key=lambda each: each["rank"] or 0)
    rows = [[each["rank"], f"{each['bot']} v{each['version']}", each["fixture_points"]] for each in placings]
    return f"{head}\n\n{columns(['place', 'bot', 'fixture points'], rows)}"
