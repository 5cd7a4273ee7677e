"""How every command ends: with a sentence and an exit code, never with a traceback."""

import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from tempfile import gettempdir
from typing import Any

import click

from bots.cli.entrants import HostError
from bots.cli.online import failure
from bots.cli.writing import FULL
from bots.client.credentials import discreet
from bots.client.errors import ClientError

OURS, INTERRUPTED, UNREAD = 3, 130, 141
"""Exit codes: the failure is ours, Ctrl-C, whoever read the output has gone."""
DEBUG = "CARAVAN_DEBUG"


class Commands(click.Group):
    """Commands under headings, in the order in which they are added."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._sections: dict[str, list[click.Command]] = {}

    def section(self, title: str, commands: Sequence[click.Command]) -> None:
        """Adds commands under a heading."""
        self._sections[title] = list(commands)
        for command in commands:
            self.add_command(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """A list for each heading."""
        width = max(map(len, self.commands))
        for title, commands in self._sections.items():
            with formatter.section(title):
                formatter.write_dl(
                    [(f"{command.name:{width}}", command.get_short_help_str()) for command in commands]
                )

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Runs a command; who failed is told by the exit code."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, False, **extra)
        _spell()
        try:
            sys.exit(super().main(args, prog_name, complete_var, False, **extra) or 0)
        except click.Abort:
            sys.exit(INTERRUPTED)
        except click.ClickException as error:
            error.show()
            sys.exit(error.exit_code)
        except ClientError as error:
            told = failure(error)
            told.show()
            sys.exit(told.exit_code)
        except OSError as error:
            _silence()
            if error.errno in FULL:
                _no_room(error).show()
            else:
                _explain(error)
            sys.exit(OURS)
        except Exception as error:
            _explain(error)
            sys.exit(OURS)

    def make_context(self, *args: Any, **named: Any) -> click.Context:
        """The same, silent where nobody reads any more, as after `--help | true`."""
        with _heard():
            return super().make_context(*args, **named)

    def invoke(self, ctx: click.Context) -> Any:
        """The same."""
        with _heard():
            return super().invoke(ctx)


@contextmanager
def _heard() -> Iterator[None]:
    """Ends the command where whoever read its output has gone."""
    try:
        yield
    except BrokenPipeError:
        _silence()
        raise click.exceptions.Exit(UNREAD) from None


def _silence() -> None:
    """Lets what is still to be printed go nowhere, as it cannot be."""
    with suppress(OSError):  # where it is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _no_room(error: OSError) -> HostError:
    place = error.filename or f"What is printed, or kept meanwhile in {gettempdir()},"
    return HostError(f"{place} cannot be written: {error.strerror}.")


def _spell() -> None:
    """Has a terminal without our letters show others in their place."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _explain(error: Exception) -> None:
    """What failed; where, for who asks."""
    if os.environ.get(DEBUG):
        click.echo(discreet("".join(traceback.format_exception(error))), err=True)
    said = discreet(f"{type(error).__name__}: {error}")
    click.echo(f"caravan failed, which is not your bot's fault: {said}", err=True)
    if not os.environ.get(DEBUG):
        click.echo(f"{DEBUG}=1 before the command tells where.", err=True)
