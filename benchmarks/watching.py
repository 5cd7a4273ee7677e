"""What it takes to let many watch: `python -m benchmarks.watching`, or `manage.py bench watch`.

Prints a page of Markdown. The sites are temporary ones; whoever watches does so through real connections.
"""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import scratch, seeking
from benchmarks.costs import machine

if TYPE_CHECKING:
    from benchmarks.broadcasting import Figure, Setup

WITHIN, SHARE, THREADS, CONNECTIONS = 0.300, 0.10, 12, 2
"""Seconds for 95 of 100 moves; CPU of a process on the embedded default; threads and connections of each."""
PAGE = """\
# Watching

Written by `python3 manage.py bench watch --write` with {machine}; its load was {load:.1f} before.

## Live

Everybody who watches has a connection of their own and reads what comes as a browser does. The delay is from
the moment before a move is written to the database to the moment after a watcher has read it. Each match
goes on at {pace:g} moves a second, in two messages, as play workers send them, for {seconds:g} s. CPU is that
of the busiest web process, in parts of one core; threads and connections to the database are those of the
process that has most of them.

| {heads} |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|
{rows}

Demanded: 95 of 100 moves within {within:.0f} ms, {threads} threads and {connections} connections a process,
everything in order for everybody; on the embedded default {share:.0%} of a core.

## A seek in a long replay

{seeks}
"""


HEADS = (
    "site", "watchers", "matches", "web processes", "moves", "half, 95, 99 of 100 within", "CPU", "threads",
    "connections", "had all in order", "as demanded",
)  # fmt: skip


def as_line(figure: Figure) -> str:
    """A row of the table."""
    setup = figure.setup
    parts = ", ".join(f"{figure.delay(part) * 1e3:.0f}" for part in (0.5, 0.95, 0.99))
    return (
        f"| {setup.name} | {setup.watchers:,} | {setup.matches} | {setup.processes} | {figure.written:,} "
        f"| {parts} ms | {figure.share:.1%} | {figure.threads} | {figure.connections} "
        f"| {figure.complete:,} | {'yes' if holds(figure) else '**no**'} |"
    )


def holds(figure: Figure) -> bool:
    """Whether all that is demanded is there."""
    return (
        figure.delay(0.95) <= WITHIN
        and figure.complete == figure.setup.watchers
        and figure.threads <= THREADS
        and figure.connections <= CONNECTIONS
        and (figure.setup.processes > 1 or figure.share <= SHARE)
    )


def figures(folder: Path, seconds: float, scale: float) -> Iterator[Figure]:
    """Of each set-up, one after the other; `scale` is for a small try."""
    from benchmarks import broadcasting
    from tests.databases import default

    with broker(), addresses(folder) as (sqlite, postgres):
        for setup in setups(sqlite, postgres, scale):
            with default(setup.database):
                fixtures = broadcasting.drawn(setup.matches)
                yield broadcasting.measure(setup, fixtures, seconds)


def setups(sqlite: str, postgres: str | None, scale: float) -> Iterator[Setup]:
    """Those that are demanded; that of PostgreSQL only where there is one."""
    from benchmarks.broadcasting import Setup

    few, many = max(1, round(200 * scale)), max(2, round(1000 * scale))
    yield Setup("SQLite, own broker", few, 1, 1, f"{sqlite}/one.sqlite3")
    yield Setup("SQLite, own broker", few, min(20, few), 1, f"{sqlite}/many.sqlite3")
    if postgres:
        yield Setup("PostgreSQL, Redis", many, min(20, many), 2, postgres)


@contextmanager
def broker() -> Iterator[None]:
    """The one that `up` brings along, or the Redis that is installed."""
    from benchmarks.broadcasting import ended
    from caravan.up import programs

    with programs.socket_folder() as place:
        program = programs.embedded_broker(programs.server(), place, lambda: True)
        running = subprocess.Popen(program.command, env=program.environment, stdout=subprocess.DEVNULL)
        try:
            yield
        finally:
            ended(running)


@contextmanager
def addresses(folder: Path) -> Iterator[tuple[str, str | None]]:
    """Where SQLite's files go, and an empty database of PostgreSQL."""
    from tests.databases import created
    from tests.postgres import programs, server

    with ExitStack() as stack:
        binaries = programs()
        postgres = created(stack.enter_context(server(binaries)), "caravan_watched") if binaries else None
        yield f"sqlite:///{folder}", postgres


def main() -> None:
    """Prints the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--span", type=float, default=20.0, help="seconds for which each site is watched")
    parser.add_argument("--scale", type=float, default=1.0, help="of the number of watchers")
    asked = parser.parse_args()
    load = os.getloadavg()[0]
    seeks = seeking.told()
    with scratch.folder() as folder:
        scratch.settle(folder)
        import django

        django.setup()
        from benchmarks.broadcasting import MOVES, PAUSE
        from caravan import desk

        desk.app.set_default()
        rows = [as_line(figure) for figure in figures(folder, asked.span, asked.scale)]
    said = PAGE.format(
        machine=machine(),
        load=load,
        pace=MOVES / PAUSE,
        seconds=asked.span,
        heads=" | ".join(HEADS),
        rows="\n".join(rows),
        within=WITHIN * 1e3,
        threads=THREADS,
        connections=CONNECTIONS,
        share=SHARE,
        seeks=seeks,
    )
    print(said, end="")


if __name__ == "__main__":
    main()
