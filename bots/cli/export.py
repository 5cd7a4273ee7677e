"""`caravan export`: recorded matches as rows, one for each decision."""

from pathlib import Path

import click

from bots.cli.entrants import HostError
from bots.cli.rows import opened
from bots.export.decisions import every_decision
from referee.errors import RecordError


@click.command(short_help="Turn records into rows to learn from.")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False, writable=True),
    help="Where to: Parquet if it ends in .parquet, else JSON lines.  [default: printed]",
)
@click.option("--bot", "names", multiple=True, metavar="NAME", help="Only what this bot decided.")
def export(paths: tuple[Path, ...], output: Path | None, names: tuple[str, ...]) -> None:
    """Write what bots decided in the records of PATHS, a row for each decision.

    PATHS are records, fixtures and archives of seasons, as they were downloaded, and folders that `caravan
    play --record` has kept. A row has what the bot saw, what it could do and did, and how the match ended.
    """
    count = 0
    try:
        with opened(output) as write:
            for row in every_decision(paths):
                if not names or row.bot in names:
                    write(row)
                    count += 1
    except RecordError as error:
        raise click.UsageError(f"{error}.") from None
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.filename:
            raise click.UsageError(f"{error.filename}: {error.strerror}.") from None
        if output is None:
            raise  # what is left to be printed has to be given up, too
        raise HostError(f"{output}: {error.strerror}.") from None
    if output:
        click.echo(f"{count} decisions in {output}", err=True)
