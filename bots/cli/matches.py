"""`caravan matches`: what was played, by what is asked for."""

import click

from bots.cli import options
from bots.cli.choices import GAME
from bots.cli.columns import columns, moment
from bots.cli.found import bot as found_bot
from bots.cli.found import season
from bots.cli.online import server
from bots.cli.screen import document
from bots.client.row import Row

LOST, WON = "lost", "won"


@click.command(short_help="List matches.")
@click.argument("bot", required=False)
@click.option("--against", metavar="BOT", help="Where this bot was at the table too.")
@click.option("--league", help="Only of this league.")
@click.option("--game", type=GAME, help="Only of this game.")
@click.option("--won", is_flag=True, help="Where BOT came first.")
@click.option("--lost", is_flag=True, help="Where BOT did not.")
@click.option("--faults", is_flag=True, help="Where BOT was at fault.")
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="At most so many.")
@options.as_json
def matches(
    bot: str | None,
    against: str | None,
    league: str | None,
    game: str | None,
    won: bool,
    lost: bool,
    faults: bool,
    limit: int,
    as_json: bool,
) -> None:
    """List the matches of BOT, or of all, the newest first."""
    if not bot and (against or won or lost or faults):
        raise click.UsageError("Say which BOT: --against, --won, --lost and --faults are about one.")
    if won and lost:
        raise click.UsageError("No match is both --won and --lost.")
    here = server()
    for name in filter(None, (bot, against)):
        found_bot(here, name)
    if league:
        season(here, league)
    result = WON if won else LOST if lost else None
    asked = {"a": bot, "b": against, "league": league, "game": game, "result": result}
    rows = list(here.rows("matches", limit=limit, fault="any" if faults else None, **asked))
    click.echo(document(rows) if as_json else _text(rows))


def _text(rows: list[Row]) -> str:
    if not rows:
        return "There are no such matches that are open."
    heads = ["match", "game", "finished", "moves", "from first to last, with points"]
    return columns(heads, [_cells(row) for row in rows])


def _cells(row: Row) -> list[object]:
    return [row["id"], row["game"], moment(row["finished_at"]), row["moves"], _result(row)]


def _result(row: Row) -> str:
    seats = sorted(row["seats"], key=lambda seat: (seat["rank"] is None, seat["rank"], seat["seat"]))
    return ", ".join(f"{seat['bot']} v{seat['version']} {seat['points']}{_fault(seat)}" for seat in seats)


def _fault(seat: Row) -> str:
    return f" ({seat['fault']})" if seat["fault"] else ""
