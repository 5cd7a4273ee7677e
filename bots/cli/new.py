"""`caravan new`: a folder with a bot that plays already; no network needed."""

import shlex
from pathlib import Path

import click

from bots.cli import options
from bots.cli.choices import GAME, Named
from bots.cli.entrants import HOUSE
from bots.cli.screen import document
from bots.cli.writing import unwritten
from bots.kits import KITS, Kit
from bots.play import trial
from bots.upload import manifest
from referee.games import GAMES


@click.command(short_help="Start a bot from a kit.")
@click.argument("folder", metavar="NAME", type=click.Path(path_type=Path))
@click.option("--kit", "chosen", type=Named(list(KITS)), default="python", show_default=True,
              help="What it is written in.")  # fmt: skip
@click.option("--game", type=GAME, help="What it plays, if not every game.")
@options.as_json
def new(folder: Path, chosen: str, game: str | None, as_json: bool) -> None:
    """Make a folder NAME with a bot of that name: it plays every game, and is there to be made better."""
    kit, name = KITS[chosen], folder.resolve().name
    if problem := manifest.name_problem(name):
        raise click.UsageError(f"The name {problem}.")
    _write(folder, kit.files(name, [game] if game else []))
    steps = _steps(kit, folder, game or next(iter(GAMES)))
    if as_json:
        click.echo(document({"folder": str(folder), "kit": kit.name, "next": steps}))
    else:
        plays = GAMES[game].title if game else "every game"
        click.echo(f"{folder} holds a bot for {plays} ({kit.title}). Its README says more. Next:\n")
        click.echo("\n".join(f"  {step}" for step in steps))


def _write(folder: Path, files: dict[str, bytes]) -> None:
    """Usage errors where there is something already, or nothing can be written."""
    fresh = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise click.UsageError(f"{folder} is there already, and not empty.")
        _fill(folder, files, fresh=fresh)
    except OSError as error:
        raise unwritten(folder, error) from None


def _fill(folder: Path, files: dict[str, bytes], *, fresh: bool) -> None:
    """Writes all files or none; a `fresh` folder goes with them."""
    try:
        for path, content in files.items():
            (folder / path).write_bytes(content)
    except BaseException:  # also a signal's
        for path in files:
            (folder / path).unlink(missing_ok=True)
        if fresh:
            folder.rmdir()
        raise


def _steps(kit: Kit, folder: Path, game: str) -> list[str]:
    """What to type next."""
    place = shlex.quote(str(folder))
    others = " ".join(f"{HOUSE}{bot.name}" for bot in trial.opponents(game))
    build = [f"sh {shlex.quote(str(folder / 'build.sh'))}"] if kit.program else []
    return [
        *build,
        f"caravan check {place}",
        f"caravan play {place} {others} --game {game}",
        f"caravan submit {place} --bot {shlex.quote(folder.resolve().name)}",
    ]
