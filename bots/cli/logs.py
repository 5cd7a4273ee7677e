"""`caravan logs`: what your bot was asked, answered and printed in a match on a server."""

import click

from bots.cli import options
from bots.cli.choices import meant
from bots.cli.found import maybe
from bots.cli.online import AskedError, server
from bots.cli.screen import document
from bots.client.row import Row
from bots.client.server import Server
from bots.quoting import printable


@click.command(short_help="Read what your bot wrote in a match.")
@click.argument("match", type=click.IntRange(1))
@click.argument("seat")
@options.as_json
def logs(match: int, seat: str, as_json: bool) -> None:
    """Print the log that the bot in SEAT, or of that name, left in MATCH: its owner and organisers may."""
    here = server(named=True)
    number = int(seat) if seat.isascii() and seat.isdecimal() else _seat(here, match, seat)
    log = maybe(here, "matches", match, "logs", number)
    if log is None:
        raise AskedError(f"There is no log of seat {number} in match {match} that you may read, or not yet.")
    click.echo(document(log) if as_json else _text(log))


def _seat(here: Server, match: int, name: str) -> int:
    """Where a bot sat."""
    seats = {each["bot"]: int(each["seat"]) for each in here.get("matches", match)["seats"]}
    if name not in seats:
        raise AskedError(f"In match {match} sat {', '.join(seats)}, not {name!r}.{meant(name, seats)}")
    return seats[name]


def _text(log: Row) -> str:
    head = f"Match {log['match']}, seat {log['seat']}: {log['bot']} v{log['version']}"
    return "\n".join(map(printable, [head, "", *log["text"].splitlines()]))
