"""`caravan replay`: a recorded match, turn by turn."""

import webbrowser
from itertools import islice
from pathlib import Path
from tempfile import mkdtemp
from urllib.parse import urlencode

import click

from bots.cli.entrants import HostError
from bots.cli.screen import document
from bots.cli.stepper import Stepper, possible, step
from bots.cli.turns import Told, as_text, telling
from bots.cli.writing import unwritten, whole
from bots.export.collected import Collected, collected
from bots.viewer.page import page
from referee.errors import RecordError
from referee.games import GAMES


@click.command(short_help="Go through a recorded match.")
@click.argument("record", type=click.Path(path_type=Path, exists=True))
@click.option(
    "--match",
    "number",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Which one, where the file holds several.",
)
@click.option("--seat", type=click.IntRange(0), help="As this seat saw it.  [default: all cards]")
@click.option("--to", type=click.IntRange(0), metavar="TURN", help="Begin there; printed: end there.")
@click.option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False, writable=True),
    help="Write one page with the viewer there.",
)
@click.option("--open", "opening", is_flag=True, help="Show that page in a browser.")
@click.option("--json", "as_json", is_flag=True, help="Print the turns as JSON.")
def replay(
    record: Path,
    number: int,
    seat: int | None,
    to: int | None,
    html: Path | None,
    opening: bool,
    as_json: bool,
) -> None:
    """Go through the match of RECORD: on a terminal by keys, elsewhere all turns are printed.

    With --html it becomes a page that needs neither a site nor a network, as the site offers it for download;
    with --open it is shown in a browser, at that turn and as that seat if they are given.

    RECORD is what `caravan play --record` has kept, or a record, a fixture or a season's archive as it was
    downloaded.
    """
    match = _match(record, number)
    if seat is not None and seat >= match.record.seats:
        raise click.UsageError(f"The match has the seats 0 to {match.record.seats - 1}, not {seat}.")
    if to is not None and to > len(match.record.moves):
        raise click.UsageError(f"The match has {len(match.record.moves)} turns, not {to}.")
    try:
        told = telling(match, seat)
    except RecordError as error:
        raise click.UsageError(f"The record is false: {error}.") from None
    if html or opening:
        address = _page(told, record.name, html or _somewhere(), seat, to)
        click.echo(address, err=opening or as_json)
        if opening and not webbrowser.open(address):
            raise HostError(f"No browser could be started. Open {address} yourself.")
    if as_json:
        click.echo(as_document(told, to))
    elif html or opening:
        return
    elif possible():
        step(Stepper(told, to or 0))
    else:
        click.echo(as_text(told, len(match.record.moves) if to is None else to))


def _match(path: Path, number: int) -> Collected:
    """One match of a file."""
    try:
        found = next(islice(collected([path]), number - 1, None), None)
    except RecordError as error:
        raise click.UsageError(f"{error}.") from None
    except OSError as error:
        raise click.UsageError(f"{error.filename}: {error.strerror}.") from None
    if found is None:
        raise click.UsageError(f"{path} does not hold a match number {number}.")
    return found


def _somewhere() -> Path:
    """A file for a page that nobody wants to keep."""
    return Path(mkdtemp(prefix="caravan-replay-"), "replay.html")


def _page(told: Told, source: str, path: Path, seat: int | None, to: int | None) -> str:
    """Writes the page; its address at that turn and view."""
    try:
        whole(path, page(told.record, told.bots, source))
    except RecordError as error:
        raise click.UsageError(f"The record is false: {error}.") from None
    except OSError as error:
        raise unwritten(path, error) from None
    asked = {"t": to, "view": seat}
    query = urlencode({name: value for name, value in asked.items() if value is not None})
    return path.resolve().as_uri() + (f"?{query}" if query else "")


def as_document(told: Told, to: int | None) -> str:
    """The match for programs, up to a turn."""
    record = told.record
    result = {
        "game": record.game,
        "title": GAMES[record.game].title,
        "seats": record.seats,
        "seed": record.seed,
        "rules": record.rules,
        "bots": told.bots,
        "points": record.points,
        "ranks": record.ranks,
        "turns": told.turns[: None if to is None else to + 1],
    }
    return document(result)
