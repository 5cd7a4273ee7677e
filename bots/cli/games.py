"""`caravan games` and `caravan rules`: what can be played, and how; no network needed."""

import click
from msgspec import Struct

from bots import rulebook
from bots.cli import options
from bots.cli.choices import GAME
from bots.cli.entrants import HOUSE
from bots.cli.screen import document
from bots.house import house
from referee.games import GAMES


class Listed(Struct, frozen=True):
    """A game, how many may sit down to it, and the house bots that play it."""

    name: str
    title: str
    tables: list[int]
    house: list[str]


@click.command(short_help="List the games.")
@options.as_json
def games(as_json: bool) -> None:
    """List the games, how many bots sit down to each, and the house bots to try yours against."""
    rows = [
        Listed(name, game.title, [*game.tables], [f"{HOUSE}{bot.name}" for bot in house(name)])
        for name, game in sorted(GAMES.items())
    ]
    click.echo(document(rows) if as_json else "\n".join(map(_line, rows)))


def _line(row: Listed) -> str:
    width = max(map(len, GAMES))
    tables = "-".join(map(str, dict.fromkeys((row.tables[0], row.tables[-1]))))
    return f"{row.name:{width}}   {row.title:{width}}   {tables:>4} seats   {' '.join(row.house)}"


@click.command(short_help="Print the rules of a game.")
@click.argument("game", type=GAME)
@options.as_json
def rules(game: str, as_json: bool) -> None:
    """Print the rule book of GAME: how it is played, how its moves are written."""
    book = rulebook.source(game).rstrip()
    click.echo(document({"game": game, "rules": book}) if as_json else book)
