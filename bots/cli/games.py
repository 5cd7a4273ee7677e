"""`caravan games` and `caravan rules`: what can be played, and how; no network needed."""

import click

from bots import rulebook
from bots.cli.choices import GAME
from bots.cli.entrants import HOUSE
from bots.house import house
from referee.games import GAMES


@click.command(short_help="List the games.")
def games() -> None:
    """List the games, how many bots sit down to each, and the house bots to try yours against."""
    width = max(map(len, GAMES))
    for name, game in sorted(GAMES.items()):
        bots = " ".join(f"{HOUSE}{bot.name}" for bot in house(name))
        sizes = f"{game.tables[0]}-{game.tables[-1]}" if len(game.tables) > 1 else f"{game.tables[0]}"
        click.echo(f"{name:{width}}   {game.title:{width}}   {sizes:>4} seats   {bots}")


@click.command(short_help="Print the rules of a game.")
@click.argument("game", type=GAME)
def rules(game: str) -> None:
    """Print the rule book of GAME: how it is played, how its moves are written."""
    click.echo(rulebook.source(game).rstrip())
