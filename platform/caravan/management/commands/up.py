"""`manage.py up`: a whole Caravan from one command, with a demo season under way."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from caravan.environment import DATA
from caravan.keys import private_folder
from caravan.up import once, running
from caravan.up.installation import UnableError
from tournaments.plainly import plainly


class Command(BaseCommand):
    """Parses the options; `caravan.up.running` does the rest."""

    help = "Runs the site, its workers and a demo season; Ctrl-C ends all of it."
    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it

    def add_arguments(self, parser: CommandParser) -> None:
        """The address, the folder, and the trial run."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: %(default)s)")
        parser.add_argument("--data", metavar="DIR", help="where everything is kept (default: var)")
        parser.add_argument("--once", action="store_true", help="stop when a rated fixture is on its page")

    @plainly()
    def handle(self, *_: Any, host: str, port: int, data: str | None, **options: Any) -> None:
        """Runs until a signal, or with `--once` until a rated fixture is seen; CommandError if it cannot."""
        if data and os.path.realpath(data) != str(DATA):  # settings are read by now: start again with it
            try:
                os.environ["CARAVAN_DATA"] = str(private_folder(Path(os.path.realpath(data))))
            except OSError as error:
                raise CommandError(f"{data} cannot hold the data ({error.strerror}).") from None
            os.execv(sys.executable, [sys.executable, *sys.argv])
        then = partial(once.see, say=self.say) if options["once"] else running.until_stopped
        try:
            running.up(host, port, self.say, then)
        except UnableError as error:
            raise CommandError(str(error)) from None

    def say(self, line: str) -> None:
        """Prints a line at once, wherever it goes."""
        self.stdout.write(line)
        self.stdout.flush()
