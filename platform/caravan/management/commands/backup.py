"""`manage.py backup FILE`: a whole installation in one file, also while it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from caravan import backup
from caravan.backup import BackupError


class Command(BaseCommand):
    """Parses the options; `caravan.backup` does the rest."""

    help = "Writes database, uploads and season archives into one file. It holds secrets: keep it as such."

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to, and what else."""
        parser.add_argument("file", type=Path, help="must not exist yet")
        parser.add_argument("--logs", action="store_true", help="with the logs of bots, kept for 30 days")

    def handle(self, *_: Any, file: Path, logs: bool, **options: Any) -> None:
        """Writes it, reads it again, and says what is in it."""
        try:
            backup.write(file, logs=logs)
            with backup.verified(file) as (_zip, told):
                size = file.stat().st_size / 1e3
                self.stdout.write(f"{file}: {len(told.entries)} files, {size:,.0f} kB, every one read again.")
        except BackupError as error:
            raise CommandError(str(error)) from None
