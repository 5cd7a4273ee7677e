"""The command `caravan`: what a bot's author does at home, with the server's referee and sandbox.

    games, check, play, matrix, test    the commands
    export                              and one more: recorded matches as rows
    again, retold                       for `play --from`: a decision made once more, and what is told of it
    positions                           for `test`: saved positions and the moves that are right there
    entrants, contest, tally            who plays; deals played in portions; how the entrants stand
    screen, kept                        what is shown meanwhile and at the end; records and logs as files
    rows, parquet                       for `export`: where rows are written

Exit codes: 0 all is well, 1 a bot is at fault, 2 the command was not understood, 3 the failure is ours or the
host's.
"""

import sys
from typing import Any

import click

from bots.cli.check import check
from bots.cli.export import export
from bots.cli.games import games, rules
from bots.cli.matrix import matrix
from bots.cli.play import play
from bots.cli.test import test

OURS = 3


class Commands(click.Group):
    """Ends every command with a sentence and an exit code, never with a traceback."""

    def invoke(self, context: click.Context) -> Any:
        """Runs the command; who failed is told by the exit code."""
        try:
            return super().invoke(context)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as error:
            name = type(error).__name__
            click.echo(f"caravan failed, which is not your bot's fault: {name}: {error}", err=True)
            sys.exit(OURS)


@click.group(cls=Commands)
@click.version_option(package_name="caravan")
def main() -> None:
    """Build bots for card games, and let them play."""


for command in (games, rules, play, matrix, test, check, export):
    main.add_command(command)
