"""`caravan replay`: a recorded match, turn by turn."""

from itertools import islice
from pathlib import Path

import click

from bots.cli.screen import document
from bots.cli.stepper import Stepper, possible, step
from bots.cli.turns import Told, as_text, telling
from bots.export.collected import Collected, collected
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
@click.option("--json", "as_json", is_flag=True, help="Print the turns as JSON.")
def replay(record: Path, number: int, seat: int | None, to: int | None, as_json: bool) -> None:
    """Go through the match of RECORD: on a terminal by keys, elsewhere all turns are printed.

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
    if as_json:
        click.echo(as_document(told, to))
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
