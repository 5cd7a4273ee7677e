#!/usr/bin/env python3
"""Measures the house bots against each other and renews their table in docs/house-bots.md.

    .venv/bin/python scripts/strengths.py                            # every game: about an hour each
    .venv/bin/python scripts/strengths.py --game donkey --deals 20

One bot sits alone among copies of the other, which is what its share is a share against.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from bots.cli.contest import Contest
from bots.cli.kept import Kept
from bots.cli.screen import Screen
from bots.house import RANDOM, SEARCH, SENSIBLE, HouseBot
from bots.sandbox import open_launcher
from referee.games import GAMES

PAGE = Path(__file__).parents[1] / "docs" / "house-bots.md"
TABLE = re.compile(r"(?<=<!-- strengths -->\n).*?(?=<!-- /strengths -->)", re.S)
HEAD = "| game | seats | bot | against | deals | share of fixture points | faults |\n" + "|---" * 7 + "|\n"
PAIRS = {(SENSIBLE, RANDOM): 100, (SEARCH, SENSIBLE): 60}
"""Who is measured against whom, and over how many deals."""
OFTEN = 4
"""A table size that most games have, beside their smallest."""


def main() -> None:
    """Measures, and writes after each row, so that an interrupted run is not lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=sorted(GAMES), action="append")
    parser.add_argument("--deals", type=int, help="instead of 100 and 60")
    asked = parser.parse_args()
    for game in asked.game or sorted(GAMES):
        for (one, other), deals in PAIRS.items():
            for seats in sizes(game):
                row = measured(game, seats, one, other, asked.deals or deals)
                print(row, flush=True)
                write(row)


def sizes(game: str) -> list[int]:
    """The table sizes that are measured."""
    tables = GAMES[game].tables
    return sorted({tables[0], min(max(OFTEN, tables[0]), tables[-1])})


def measured(game: str, seats: int, one: str, other: str, deals: int) -> str:
    """One row: plays the matches."""
    names = [one, *(f"{other} {number}" for number in range(1, seats))]
    uploads = [HouseBot(game, name.split(" ")[0]).upload() for name in names]
    contest = Contest(game, names, names, uploads, deals, f"strengths {game}")
    with open_launcher() as launcher:
        contest.run(launcher, Kept(None), Screen(deals * seats, quiet=True))
    (row,) = (row for row in contest.tally.standings() if row.name == one)
    share = f"{row.share:.1%} ± {row.margin:.1%}"
    return f"| {game} | {seats} | {one} | {other} | {contest.tally.deals} | {share} | {row.faults} |"


def write(row: str) -> None:
    """Puts a row into the table of the page, in place of the old one."""
    page = PAGE.read_text(encoding="utf-8")
    rows = {key(line): line for line in rows_of(page)} | {key(row): row}
    table = HEAD + "".join(f"{rows[each]}\n" for each in sorted(rows))
    PAGE.write_text(TABLE.sub(lambda _: table, page), encoding="utf-8")


def rows_of(page: str) -> Iterator[str]:
    """The rows that a page has."""
    found = TABLE.search(page)
    yield from found[0].splitlines()[2:] if found else ()


def key(row: str) -> tuple[str, ...]:
    """What a row is about: the sizes come in order, the random opponent first."""
    game, seats, one, other = [cell.strip() for cell in row.split("|")][1:5]
    return (game, "" if other == RANDOM else other, f"{int(seats):02}", one)


if __name__ == "__main__":
    main()
