"""What is shown while bots play, and at the end: to people, or to programs."""

import shutil
import sys
import time
from collections.abc import Callable, Sequence

import click
import msgspec

from bots.cli.tally import Standing, percent

BAR = 20
PAUSE = 0.1
"""Seconds between two looks of a live line."""


class Screen:
    """One live line on a terminal; elsewhere, and with `quiet`, nothing until the end."""

    def __init__(self, total: int, *, quiet: bool, unit: str = "matches") -> None:
        self._total, self._unit = total, unit
        self._live = not quiet and sys.stderr.isatty()
        self._next = 0.0

    def progress(self, done: int, told: Callable[[], str]) -> None:
        """Shows how far it is and what is told meanwhile."""
        if self._live and time.monotonic() >= self._next:
            self._next = time.monotonic() + PAUSE
            full = BAR * done // self._total
            line = f"{'█' * full}{'░' * (BAR - full)} {done}/{self._total} {self._unit}{told()}"
            click.echo(f"\r\033[K{line[: shutil.get_terminal_size().columns - 1]}", err=True, nl=False)

    def clear(self) -> None:
        """Takes the live line away."""
        if self._live:
            click.echo("\r\033[K", err=True, nl=False)


def counted(number: int, one: str, many: str = "") -> str:
    """`1 deal`, `2 deals`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def document(result: object) -> str:
    """For programs, and people who read JSON."""
    return msgspec.json.format(msgspec.json.encode(result)).decode()


def table(rows: Sequence[Standing]) -> str:
    """The final standings."""
    width = max(len(row.name) for row in rows)
    lines = [f"{'':{width}}   fixture points    points/match   CPU/match   faults"]
    for row in rows:
        cpu = f"{row.cpu * 1000:.1f} ms"
        lines.append(
            f"{row.name:{width}}   {percent(row):15}   {row.points:12.1f}   {cpu:>9}   {row.faults:6}"
        )
    return "\n".join(lines)
