"""What a large database costs: `python -m benchmarks.database`, or `manage.py bench database`.

Prints a page of Markdown. Each database is a temporary one, filled with made-up rows.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import scratch
from benchmarks.costs import machine

if TYPE_CHECKING:
    from benchmarks.figures import Figure

LIMIT = 0.150
"""Seconds that a page, and a tick, may keep the database busy."""
HERE = "here"
PAGE = """\
# A large database

Written by `python3 manage.py bench database --write` with {machine}.

What a request, or a look of the scheduler, asks of a database with {matches:,} matches: how many queries,
the milliseconds that all of them take together to their last row, in brackets the slowest alone. The best of
{runs} runs after a first one, for the machine has other work too: its load was {load:.0f} at the end.
PostgreSQL answers from a process of its own: the more a machine has to do, the longer each question waits.

| what | queries | {names} | ≤ {limit:.0f} ms |
|---|---:|{rule}---|
{rows}

**The rows** are made up, with the spread that real ones have: five leagues of four seasons, of which one is
under way; divisions of 12 to 500 entries; from some tens to thousands of rounds in a season; bots of three
versions, with their trials; attempts that were lost, and faults. The records are real ones. The tables
have been analysed, and PostgreSQL's vacuumed, as it does by itself in time.

**The largest round** is one of 250 tables. It is settled and the next is drawn once in a round, not at every
tick, and what takes the time is to write so many fixtures, placings, matches and seats: it has no limit.
"""


@contextmanager
def databases(folder: Path, postgres: str | None) -> Iterator[dict[str, str]]:
    """By name, the addresses of empty databases; PostgreSQL has a server of its own where none is named."""
    from tests.databases import created
    from tests.postgres import programs, server

    found = {"SQLite": f"sqlite:///{folder}/large.sqlite3"}
    with ExitStack() as stack:
        if postgres == HERE:
            binaries = programs()
            if binaries is None:
                sys.exit("There is no PostgreSQL here; install it, or say where a server is.")
            postgres = stack.enter_context(server(binaries))
        if postgres:
            found["PostgreSQL"] = created(postgres, "caravan_large")
        yield found


def page(asked: argparse.Namespace, figures: dict[str, list[Figure]]) -> str:
    """The table with what one must know to read it."""
    from benchmarks.figures import RUNS

    return PAGE.format(
        machine=machine(),
        matches=asked.matches,
        runs=RUNS,
        load=os.getloadavg()[0],
        names=" | ".join(figures),
        limit=LIMIT * 1e3,
        rule="---:|" * len(figures),
        rows="\n".join(map(as_line, zip(*figures.values(), strict=True))),
    )


def as_line(figures: tuple[Figure, ...]) -> str:
    """A row of the table, from the same figure of each database."""
    times = [f"{figure.total * 1e3:.1f} ({figure.alone * 1e3:.1f})" for figure in figures]
    what, queries = figures[0].asked, figures[0].queries
    met = "yes" if all(figure.total <= LIMIT for figure in figures) else "**no**"
    return f"| {what.what} | {queries} | {' | '.join(times)} | {met if what.often else '–'} |"


def plans(figures: list[Figure]) -> Iterator[str]:
    """How the slowest query of each is answered."""
    for figure in figures:
        if figure.slowest:
            yield "\n".join([f"{figure.asked.what}: {figure.slowest.sql}", *figure.slowest.plan(), ""])


def main() -> None:
    """Prints the page, and the plans where errors go."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--postgres", nargs="?", const=HERE, help="PostgreSQL too; the address of a server")
    parser.add_argument("--plans", action="store_true", help="of the slowest queries")
    asked = parser.parse_args()
    with scratch.folder() as folder, databases(folder, asked.postgres) as addresses:
        scratch.settle(folder)
        import django

        django.setup()
        from benchmarks.figures import measure
        from tests.databases import default

        figures: dict[str, list[Figure]] = {}
        for name, address in addresses.items():
            with default(address):
                figures[name] = measure(asked.matches)
                print(*(plans(figures[name]) if asked.plans else ()), sep="\n", file=sys.stderr)
        print(page(asked, figures), end="")


if __name__ == "__main__":
    main()
