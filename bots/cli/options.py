"""The options that several commands have, each worded once."""

import click

from bots.cli.choices import GAME


def _printable(_: click.Context, __: click.Parameter, seed: str | None) -> str | None:
    """A seed that can be told and typed again."""
    if seed and not seed.isprintable():
        raise click.BadParameter("only what can be printed is a seed.")
    return seed


as_json = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
game = click.option("--game", type=GAME, help="What to play.")
seed = click.option(
    "--seed", callback=_printable, help="The same seed gives the same cards and dice.  [default: a new one]"
)
trust = click.option("--trust", is_flag=True, help="Without a sandbox: only for files of your own.")
