"""`caravan status`: how a server is, and how your bots are there."""

import click

from bots.cli import options
from bots.cli.columns import columns, moment
from bots.cli.found import bot as found_bot
from bots.cli.online import server
from bots.cli.screen import counted, document
from bots.client.row import Row
from bots.client.server import Server
from bots.quoting import printable

NEWEST = 5
"""So many versions and fixtures of a bot are shown."""


@click.command(short_help="See how your bots are.")
@click.argument("bot", required=False)
@options.as_json
def status(bot: str | None, as_json: bool) -> None:
    """See how the server is, and your bots there; or one BOT with its versions and fixtures, anybody's."""
    here = server()
    told = _bot(here, bot) if bot else _all(here)
    click.echo(document(told) if as_json else _bot_text(told) if bot else _all_text(told))


def _all(here: Server) -> Row:
    me = here.get("me") if here.named else None
    bots = list(here.rows("bots", owner=me["username"])) if me else []
    for each in bots:
        each["newest"] = next(here.rows("bots", each["name"], "versions", limit=1), None)
    return Row(server=here.address, status=here.get("status"), me=me, bots=bots)


def _all_text(told: Row) -> str:
    figures, me = told["status"], told["me"]
    plays = "stands still" if figures["stands_still"] else "works"
    waiting = f"{counted(figures['waiting'], 'fixture')} waiting, {counted(figures['workers'], 'worker')}"
    lines = [f"{told['server']} {plays}: {waiting}."]
    if not me:
        return "\n".join([*lines, f"It does not know who asks: caravan login {told['server']}"])
    lines.append(printable(f"You are {me['username']} there, to {', '.join(me['scopes'] or [])}."))
    if not told["bots"]:
        return "\n".join([*lines, "You have no bots yet: caravan submit FILE --bot NAME --game GAME"])
    rows = [[each["name"], _active(each), _version(each["newest"])] for each in told["bots"]]
    return "\n".join([*lines, "", columns(["bot", "competes", "newest"], rows)])


def _active(row: Row) -> str:
    return ", ".join(f"{each['game']} v{each['version']}" for each in row["active"]) or "nowhere"


def _version(row: Row | None) -> str:
    return f"v{row['number']} {row['state']}" if row else "none"


def _bot(here: Server, name: str) -> Row:
    row = found_bot(here, name)
    versions = here.rows("bots", name, "versions", limit=NEWEST)
    fixtures = here.rows("fixtures", bot=name, limit=NEWEST)
    return Row({**row, "versions": [*versions], "fixtures": [*fixtures]})


def _bot_text(told: Row) -> str:
    versions = [
        [each["number"], each["state"], moment(each["created"]), *_inside(each)] for each in told["versions"]
    ]
    fixtures = [
        [each["id"], each["kind"], each["game"], each["state"], moment(each["created"]), _against(told, each)]
        for each in told["fixtures"]
    ]
    parts = [printable(f"{told['name']}, of {told['owner'] or 'the house'}: competes {_active(told)}.")]
    if versions:
        parts.append(columns(["version", "state", "sent in", "games", "why"], versions))
    if fixtures:
        parts.append(columns(["fixture", "kind", "game", "state", "drawn", "against"], fixtures))
    return "\n\n".join(parts)


def _inside(row: Row) -> tuple[str, str]:
    """What only its owner is told."""
    inside = row["inside"] or {"games": [], "reason": ""}
    return ", ".join(inside["games"]), inside["reason"].replace("\n", " ")


def _against(told: Row, fixture: Row) -> str:
    return ", ".join(each["bot"] for each in fixture["placings"] if each["bot"] != told["name"])
