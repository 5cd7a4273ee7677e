"""`caravan completion`: the words that a shell completes, without asking any server."""

import click
from click.shell_completion import CompletionItem, get_completion_class

from bots.cli.choices import Named
from bots.cli.entrants import HOUSE
from bots.house import house
from referee.games import GAMES


def offered(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem[str]]:
    """House bots, once their word has begun, else files: shells offer one or the other."""
    words = sorted({f"{HOUSE}{bot.name}" for game in GAMES for bot in house(game)})
    house_bots = [CompletionItem(word) for word in words if begun and word.startswith(begun)]
    return house_bots or [CompletionItem(begun, type="file")]


@click.command(short_help="Let your shell complete commands, options and games.")
@click.argument("shell", type=Named(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script that lets SHELL complete commands, options and the names of games.

    \b
    bash   eval "$(caravan completion bash)"          in ~/.bashrc
    zsh    eval "$(caravan completion zsh)"           in ~/.zshrc, after compinit
    fish   caravan completion fish | source           in ~/.config/fish/config.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101 - click knows these three
    click.echo(kind(context.find_root().command, {}, "caravan", "_CARAVAN_COMPLETE").source())
