"""Standings as data, with what their page shows and nothing else."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Any

from caravan.standings.tables import Row, Table
from tournaments.models import Season

NAMES = (
    *("rank", "climbed", "bot", "version", "owner", "score", "mu", "sigma"),
    *("fixtures", "ranks", "faults", "state", "medal", "last_fixture"),
)
"""Of the fields of a line, in order."""


def document(season: Season, tables: Iterable[Table]) -> dict[str, Any]:
    """For programs."""
    return {
        "league": season.league.slug,
        "season": season.number,
        "state": season.state,
        "divisions": [
            {
                "division": table.division.name,
                "after_round": table.division.settled,
                "standings": [line(row) for row in table.rows],
                "groups": [[row.standing.entry.bot.name for row in band] for band in table.bands],
            }
            for table in tables
        ],
    }


def text(tables: Iterable[Table]) -> str:
    """As comma-separated values: a line for each entry, the divisions one after another."""
    out = StringIO()
    lines = list(flat(tables))
    writer = csv.DictWriter(out, ["division", *NAMES], lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(lines)
    return out.getvalue()


def flat(tables: Iterable[Table]) -> Iterator[dict[str, Any]]:
    """Every line with its division; how often each rank was reached in one field."""
    for table in tables:
        for row in table.rows:
            told = line(row)
            ranks = "/".join(map(str, told["ranks"]))
            yield {"division": table.division.name, **told, "ranks": ranks}


def line(row: Row) -> dict[str, Any]:
    """A row of the table."""
    entry, bot = row.standing.entry, row.standing.entry.bot
    return {
        "rank": row.standing.rank,
        "climbed": row.climbed,
        "bot": bot.name,
        "version": entry.version.number,
        "owner": bot.owner.shown if bot.owner else None,
        "score": round(entry.score, 3),
        "mu": round(entry.mu, 3),
        "sigma": round(entry.sigma, 3),
        "fixtures": entry.fixtures,
        "ranks": entry.ranks,
        "faults": entry.faults,
        "state": entry.state,
        "medal": entry.medal or None,
        "last_fixture": row.last.fixture if row.last else None,
    }
