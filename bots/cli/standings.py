"""`caravan standings`: the tables of a season, and which places cannot be told apart yet."""

import click

from bots.cli import options
from bots.cli.columns import columns
from bots.cli.found import season
from bots.cli.online import server
from bots.cli.screen import document
from bots.client.row import Row
from bots.quoting import printable

IN = "in"
Z = 1.96
"""So many sigmas to each side hold 95 %."""


@click.command(short_help="Show the tables of a season.")
@click.argument("season_", metavar="LEAGUE[/N]")
@options.as_json
def standings(season_: str, as_json: bool) -> None:
    """Show the tables of season N of LEAGUE, or of its newest season.

    A line at the side joins neighbours that cannot be told apart yet (95 %).
    """
    here = server()
    league, number = season(here, season_)
    told = here.get("leagues", league, "seasons", number, "standings")
    click.echo(document(told) if as_json else _text(told))


def _text(told: Row) -> str:
    head = printable(f"{told['league']}, season {told['season']}: {told['state']}")
    return "\n\n".join([head, *map(_table, told["divisions"])])


def _table(division: Row) -> str:
    rows = division["standings"]
    title = printable(f"{division['division']}, after round {division['after_round']}")
    if not rows:
        return f"{title}\nNobody is in it yet."
    heads = ["", "place", "bot", "owner", "score", "skill", "fixtures", "faults"]
    sides = [side for group in division["groups"] for side in _sides(len(group))]
    cells = [[side, *_cells(row)] for side, row in zip(sides, rows, strict=True)]
    return f"{title}\n{columns(heads, cells)}"


def _cells(row: Row) -> list[object]:
    state = "" if row["state"] == IN else f" ({row['state']})"
    name, owner = f"{row['bot']} v{row['version']}{state}", row["owner"] or "the house"
    skill = f"{row['mu']:.2f} ± {Z * row['sigma']:.2f}"
    return [row["rank"], name, owner, f"{row['score']:.2f}", skill, row["fixtures"], row["faults"]]


def _sides(size: int) -> str:
    """The line at the side of a group of so many rows."""
    return " " if size == 1 else f"┌{'│' * (size - 2)}└"
