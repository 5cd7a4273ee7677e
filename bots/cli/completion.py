"""`caravan completion`: the words that a shell completes, without asking any server."""

import click
from click.shell_completion import get_completion_class

from bots.cli.choices import Named


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
