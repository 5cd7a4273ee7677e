"""`caravan matrix`: everybody against everybody, as a table of warm and cold."""

import secrets
from collections.abc import Sequence
from itertools import permutations
from statistics import mean

import click
from msgspec import Struct

from bots.cli import options
from bots.cli.completion import offered
from bots.cli.contest import Contest
from bots.cli.entrants import chosen_launcher, common_game, entrant, names
from bots.cli.kept import Kept
from bots.cli.play import INTERRUPTED, blames
from bots.cli.screen import Screen, counted, document
from bots.sandbox import Launcher
from bots.upload.store import Upload
from referee.games import GAMES

HEAT = (
    (0.35, (178, 60, 60), "white"),
    (0.45, (222, 150, 130), "black"),
    (0.55, (225, 225, 215), "black"),
    (0.65, (150, 200, 150), "black"),
    (1.01, (40, 130, 80), "white"),
)
"""Below which share a cell has which colours."""


class Cell(Struct, frozen=True):
    """How `one` does against `other`: alone among seats of it, its share of the fixture points."""

    one: str
    other: str
    share: float
    margin: float


@click.command(short_help="Let everybody play everybody.")
@click.argument("bots", nargs=-1, required=True, shell_complete=offered)
@options.game
@click.option("--seats", type=click.IntRange(2), help="The size of the tables.  [default: the smallest]")
@click.option(
    "--deals", type=click.IntRange(1), default=20, show_default=True, help="Shuffles for each pair."
)
@options.seed
@options.trust
@options.as_json
def matrix(
    bots: tuple[str, ...],
    game: str | None,
    seats: int | None,
    deals: int,
    seed: str | None,
    trust: bool,
    as_json: bool,
) -> None:
    """Let each of BOTS play each other one: scripts, folders, zips, or house:sensible.

    A cell is the share of the fixture points that the bot of the row takes from the bot of the column; at
    tables of more than two it sits there alone among copies of the other. 50 % is par.
    """
    game = common_game(game, bots)
    tables = GAMES[game].tables
    seats = seats or tables[0]
    if len(bots) < 2:
        raise click.UsageError("A matrix takes two bots or more.")
    if seats not in tables:
        raise click.UsageError(f"{GAMES[game].title} is for {tables[0]} to {tables[-1]} bots, not {seats}.")
    entrants = dict(zip(names(bots), (entrant(word, game) for word in bots), strict=True))
    files = dict(zip(entrants, bots, strict=True))
    contests = pairs(game, entrants, files, seats, deals, seed or secrets.token_hex(4))
    _run(contests, chosen_launcher(trust), quiet=as_json)
    cells = [cell for contest in contests if contest.tally.deals for cell in cells_of(contest)]
    click.echo(as_document(contests, cells) if as_json else as_text(contests, list(entrants), cells))
    if any(contest.stopped or contest.faults for contest in contests):
        raise click.exceptions.Exit(INTERRUPTED if any(one.stopped for one in contests) else 1)


def pairs(
    game: str, entrants: dict[str, Upload], files: dict[str, str], seats: int, deals: int, seed: str
) -> list[Contest]:
    """Who sits down with whom, all on the same cards; at tables of two each pair once."""
    chosen = [(one, other) for one, other in permutations(entrants, 2) if seats > 2 or one < other]
    return [
        Contest(
            game,
            [one, other, *(f"{other} {number}" for number in range(2, seats))],
            [files[one], *[files[other]] * (seats - 1)],
            [entrants[one], *[entrants[other]] * (seats - 1)],
            deals,
            seed,
        )
        for one, other in chosen
    ]


def _run(contests: Sequence[Contest], launcher: Launcher, *, quiet: bool) -> None:
    for contest in contests:
        contest.run(launcher, Kept(None), Screen(contest.deals * len(contest.names), quiet=quiet))
        if contest.stopped:
            break


def cells_of(contest: Contest) -> list[Cell]:
    """What a contest says of its two bots; at a table of two also the other way round."""
    rows = {row.name: row for row in contest.tally.standings()}
    one, other, *more = contest.names
    cells = [Cell(one, other, rows[one].share, rows[one].margin)]
    return cells if more else [*cells, Cell(other, one, rows[other].share, rows[other].margin)]


def as_text(contests: Sequence[Contest], entrants: Sequence[str], cells: Sequence[Cell]) -> str:
    """The result for people: the best first."""
    first = contests[0]
    matches = sum(contest.matches for contest in contests)
    head = (
        f"{GAMES[first.game].title}, {len(first.names)} seats: {counted(first.deals, 'deal')} for each pair, "
        f"{counted(matches, 'match', 'matches')}, seed {first.seed}"
    )
    return "\n\n".join([head, heat(entrants, cells), *(line for one in contests for line in blames(one))])


def heat(entrants: Sequence[str], cells: Sequence[Cell]) -> str:
    """The table: a row for each bot, its shares against the others, and their average."""
    found = {(cell.one, cell.other): cell for cell in cells}
    own = {name: [cell.share for cell in cells if cell.one == name] for name in entrants}
    total = {name: mean(shares) for name, shares in own.items() if shares}
    order = sorted(entrants, key=lambda name: -total.get(name, 0))
    wide, width = max(map(len, entrants)), max(13, *map(len, entrants))
    lines = [f"{'':{wide}}  {' '.join(f'{name:^{width}}' for name in order)}   average"]
    for one in order:
        row = " ".join(_warm(found.get((one, other)), width) for other in order)
        lines.append(f"{one:{wide}}  {row}   {f'{total[one]:.1%}' if one in total else '·':>7}")
    return "\n".join(lines)


def _warm(cell: Cell | None, width: int) -> str:
    if cell is None:
        return f"{'·':^{width}}"
    back, front = next((back, front) for below, back, front in HEAT if cell.share < below)
    return click.style(f"{f'{cell.share:.1%} ± {cell.margin:.1%}':^{width}}", bg=back, fg=front)


def as_document(contests: Sequence[Contest], cells: Sequence[Cell]) -> str:
    """The result for programs."""
    first = contests[0]
    result = {
        "game": first.game,
        "seats": len(first.names),
        "deals": first.deals,
        "matches": sum(contest.matches for contest in contests),
        "seed": first.seed,
        "seconds": round(sum(contest.seconds for contest in contests), 3),
        "cells": cells,
        "faults": [fault for contest in contests for fault in contest.faults.values()],
    }
    return document(result)
