"""From what is typed to what plays: files, folders, zips and house bots, and the launcher for them."""

from collections.abc import Sequence
from pathlib import Path

import click

from bots.house import house
from bots.package import Upload, inspect_path
from bots.sandbox import Launcher, bubblewrap, detect, trusted
from referee.games import GAMES

HOUSE = "house:"


class HostError(click.ClickException):
    """This host cannot do it: the reason and the remedy."""

    exit_code = 3


def known_game(game: str | None) -> str:
    """The game meant: the only one there is, if none is named."""
    if game:
        return game
    if len(GAMES) > 1:
        raise click.UsageError(f"Say which game: --game {'|'.join(sorted(GAMES))}")
    return min(GAMES)


def entrant(word: str, game: str) -> Upload:
    """The upload behind one word of the command line; UploadError as a server would raise it."""
    if word.startswith(HOUSE):
        return _house(word.removeprefix(HOUSE), game)
    if not Path(word).exists():
        raise click.UsageError(f"There is no file or folder {word!r}. House bots are named {HOUSE}sensible.")
    upload = inspect_path(Path(word), games=[game])
    if game not in upload.games:
        raise click.UsageError(f"{word} plays {', '.join(upload.games)}, not {game}.")
    return upload


def _house(name: str, game: str) -> Upload:
    bots = {bot.name: bot for bot in house(game)}
    if name not in bots:
        raise click.UsageError(f"{game} has no house bot {name!r}, only {', '.join(bots)}.")
    return bots[name].upload()


def names(words: Sequence[str]) -> list[str]:
    """What the entrants are called in reports: short, and each its own."""
    short = [_short(word) for word in words]
    seen: dict[str, int] = {}
    for place, name in enumerate(short):
        seen[name] = seen.get(name, 0) + 1
        short[place] = name if seen[name] == 1 else f"{name} {seen[name]}"
    return short


def _short(word: str) -> str:
    return word.removeprefix(HOUSE) if word.startswith(HOUSE) else Path(word).resolve().stem


def launcher(trust: bool) -> Launcher:
    """The sandbox; without it only what somebody trusts on their own word."""
    if trust:
        click.echo("Running without a sandbox, as --trust says: only for files of your own.", err=True)
        return trusted.Launcher()
    rung = detect()
    if rung.name != "full":
        reason = f"This host cannot isolate bots: {rung.reason}. {rung.remedy}"
        raise HostError(f"{reason} Files of your own can be run with --trust.")
    return bubblewrap.Launcher()
