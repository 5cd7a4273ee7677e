"""`caravan submit`: sends a bot in, and stays for its trial if it is to."""

from pathlib import Path

import click

from bots.cli import options
from bots.cli.choices import GAME
from bots.cli.entrants import RefusedError
from bots.cli.found import maybe, season
from bots.cli.online import server
from bots.cli.packing import packed
from bots.cli.screen import document
from bots.cli.trials import decided, passed, verdicts
from bots.client.errors import ClientError, ProblemError
from bots.client.row import Row
from bots.client.server import Server
from bots.errors import UploadError
from bots.quoting import printable

FILE = "file"
"""The field in which a server says what is wrong with a bot."""


@click.command(short_help="Send a bot in.")
@click.argument("path", metavar="FILE|FOLDER", type=click.Path(exists=True, path_type=Path))
@click.option("--bot", "name", required=True, metavar="NAME", help="Whose next version it is.")
@click.option("--game", type=GAME, help="What a single script plays.")
@click.option("--note", default="", help="What is new; administrators see it too.")
@click.option("--keep", is_flag=True, help="Do not let it compete at once when it passes its trial.")
@click.option("--wait", is_flag=True, help="Stay until its trial is over; exit code 1 if it is refused.")
@click.option("--join", metavar="LEAGUE[/N]", help="Enter this season then; goes with --wait.")
@options.as_json
def submit(
    path: Path,
    name: str,
    game: str | None,
    note: str,
    keep: bool,
    wait: bool,
    join: str | None,
    as_json: bool,
) -> None:
    """Send in FILE or FOLDER as the next version of a bot, which is made if there is none of this name.

    Each of its games begins with a trial against house bots. Sent again after a lost connection it is still
    one version.
    """
    if join and not wait:
        raise click.UsageError("Only what has passed its trial can --join: say --wait too.")
    if join and keep:
        raise click.UsageError("Only what competes can --join: leave out --keep.")
    fields = {"note": note, "activate": "false" if keep else "true"}
    here = server(named=True)
    filename, content, plays = _read(path, game)
    entered = season(here, join) if join else None
    _make(here, name)
    version = _send(here, name, filename, content, fields | ({"game": plays} if plays else {}))
    click.echo(f"{name} v{version['number']} is sent in: {_page(here, version)}", err=True)
    if wait:
        click.echo("Its trial begins; it goes on also if you press Ctrl-C.", err=True)
        version = decided(here, version)
    click.echo(document(version) if as_json else _text(version, waited=wait))
    if wait and not passed(version):
        raise click.exceptions.Exit(1)
    if entered:
        _enter(here, name, *entered)


def _read(path: Path, game: str | None) -> tuple[str, bytes, str]:
    """What is sent, once it has passed here the inspection that the server makes."""
    try:
        return packed(path, game)
    except UploadError as error:
        raise RefusedError(f"{path} would be refused: {error}") from None


def _make(here: Server, name: str) -> None:
    """Makes a bot of this name if there is none, and says so."""
    if maybe(here, "bots", name):
        return
    try:
        here.post("bots", name=name)
    except ClientError:
        if not maybe(here, "bots", name):  # else it was made, and the answer was lost
            raise
    click.echo(f"There is a new bot {name}.", err=True)


def _send(here: Server, name: str, filename: str, content: bytes, fields: dict[str, str]) -> Row:
    try:
        version: Row = here.send("bots", name, "versions", filename=filename, content=content, fields=fields)
    except ProblemError as error:
        faults = [each["detail"] for each in error.errors if each["field"] == FILE]
        if faults:
            raise RefusedError(printable(f"{filename} is refused: {' '.join(faults)}")) from None
        raise
    return version


def _enter(here: Server, name: str, league: str, number: int) -> None:
    """Joins a season, if it is not in it."""
    there = ("leagues", league, "seasons", number, "entries")
    if not any(row["bot"] == name for row in here.rows(*there)):
        here.post(*there, bot=name)
    click.echo(f"{name} is in {league}, season {number}: caravan watch {league}/{number}", err=True)


def _page(here: Server, version: Row) -> str:
    return f"{here.address}/bots/{version['bot']}/versions/{version['number']}/"


def _text(version: Row, *, waited: bool) -> str:
    name = f"{version['bot']} v{version['number']}"
    if not waited:
        return f"Its trial begins: caravan status {version['bot']}"
    ends = {
        "active": "is accepted and competes",
        "passed": "is accepted and waits for you to let it compete",
    }
    return "\n".join([*verdicts(version), f"{name} {ends.get(version['state'], 'is refused')}."])
