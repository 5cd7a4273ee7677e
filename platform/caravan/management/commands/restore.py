"""`manage.py restore FILE`: an installation as it was when the backup was made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from caravan import backup
from caravan.backup import BackupError
from caravan.environment import DATA
from caravan.up import installation
from caravan.up.installation import UnableError
from tournaments import operations
from tournaments.plainly import plainly

QUIET = 30
"""Seconds after which a desk that has not looked around is taken to be stopped."""


class Command(BaseCommand):
    """Proves the file first; refuses where something runs, and where something is unless told."""

    help = "Restores a backup into an empty database, SQLite or PostgreSQL, whichever it came from."

    def add_arguments(self, parser: CommandParser) -> None:
        """Where from, and whether what is there may go."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="delete what is in the database now")

    @plainly()
    def handle(self, *_: Any, file: Path, replace: bool, **options: Any) -> None:
        """Says what is there again, or why nothing was touched."""
        try:
            with backup.verified(file) as (archive, told):
                stopped()
                count = backup.restore(archive, told, replace=replace)
        except (BackupError, UnableError) as error:
            raise CommandError(str(error)) from None
        made = f"{told.made:%Y-%m-%d %H:%M} UTC by Caravan {told.caravan} on {told.database}"
        self.stdout.write(f"{count} rows of {made} are back.")


def stopped() -> None:
    """Keeps `up` from starting, brings the database up to the code; UnableError where something runs."""
    installation.claim(DATA)
    installation.migrate()
    silence = operations.silence(timezone.now())
    if silence is not None and silence < QUIET:
        raise UnableError(f"A desk worked on this database {silence:.0f} s ago: stop it, wait {QUIET} s.")
