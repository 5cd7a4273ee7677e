"""From what is typed to what plays: files, folders, zips and house bots, and the launcher for them."""

from collections.abc import Sequence
from itertools import chain, count
from pathlib import Path
from zipfile import is_zipfile

import click

from bots.cli.choices import meant
from bots.errors import ForeignError, UploadError
from bots.house import house
from bots.quoting import shown
from bots.sandbox import Launcher, SandboxError, open_launcher, trusted
from bots.upload.inspection import inspect_path
from bots.upload.manifest import MANIFEST, MAX_NAME
from bots.upload.store import Upload
from referee.games import GAMES

HOUSE = "house:"


class HostError(click.ClickException):
    """This host cannot do it: the reason and the remedy."""

    exit_code = 3


class RefusedError(click.ClickException):
    """A bot that cannot play."""

    exit_code = 1


def known_game(game: str | None) -> str:
    """The game meant: the only one there is, if none is named."""
    if game:
        return game
    if len(GAMES) > 1:
        raise click.UsageError(f"Say which game: --game {'|'.join(sorted(GAMES))}")
    return min(GAMES)


def common_game(game: str | None, words: Sequence[str]) -> str:
    """The game meant: the only one that all those entrants play that say so, if none is named."""
    paths = [Path(word) for word in words if word and not word.startswith(HOUSE)]
    said = [path for path in paths if path.exists() and _says_its_games(path)]
    if game or not said:
        return known_game(game)
    games = set.intersection(*(set(_judged(str(path), None).games) for path in said))
    return games.pop() if len(games) == 1 else known_game(None)


def read(path: Path, game: str | None) -> Upload:
    """What lies at a path; UploadError if a server would refuse it, a usage error if it cannot be read."""
    try:
        games = [] if game is None and _says_its_games(path) else [known_game(game)]
        return inspect_path(path, games=games)
    except OSError as error:
        raise click.UsageError(f"{path} cannot be read: {error.strerror}.") from None


def untried(path: Path, error: ForeignError) -> HostError:
    """Says of a bot that others may be able to run that it cannot be run by this host."""
    return HostError(f"{path} cannot be tried on this machine: {error}")


def _says_its_games(path: Path) -> bool:
    return (path / MANIFEST).exists() if path.is_dir() else is_zipfile(path)


def entrant(word: str, game: str) -> Upload:
    """The upload behind one word of the command line, or the sentence that ends the command."""
    if word.startswith(HOUSE):
        return _house(word.removeprefix(HOUSE), game)
    if not word or not Path(word).exists():
        raise click.UsageError(f"There is no file or folder {word!r}. House bots are named {HOUSE}sensible.")
    upload = _judged(word, game)
    if game not in upload.games:
        raise click.UsageError(f"{word} plays {', '.join(upload.games)}, not {game}.")
    return upload


def _judged(word: str, game: str | None) -> Upload:
    try:
        return read(Path(word), game)
    except ForeignError as error:
        raise untried(Path(word), error) from None
    except UploadError as error:
        raise RefusedError(f"{word} would be refused: {error}") from None


def _house(name: str, game: str) -> Upload:
    bots = {bot.name: bot for bot in house(game)}
    if name not in bots:
        known = f"{game} has no house bot {name!r}, only {', '.join(bots)}."
        raise click.UsageError(f"{known}{meant(name, bots)}")
    return bots[name].upload()


def names(words: Sequence[str]) -> list[str]:
    """What the entrants are called in reports: short, printable, and each its own."""
    taken: list[str] = []
    for name in map(_short, words):
        spellings = chain([name], (f"{name} {number}" for number in count(2)))
        taken.append(next(each for each in spellings if each not in taken))
    return taken


def _short(word: str) -> str:
    name = word.removeprefix(HOUSE) if word.startswith(HOUSE) else Path(word).resolve().stem
    return shown(name, MAX_NAME)


def chosen_launcher(trust: bool) -> Launcher:
    """The sandbox; without it only what somebody trusts on their own word."""
    if trust:
        click.echo("Running without a sandbox, as --trust says: only for files of your own.", err=True)
        return trusted.Launcher()
    try:
        return click.get_current_context().with_resource(open_launcher())
    except SandboxError as error:
        raise HostError(f"{error} Files of your own can be run with --trust.") from None
