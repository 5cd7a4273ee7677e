"""`caravan check`: what an upload would be told."""

import secrets
from pathlib import Path

import click

from bots.cli.choices import GAME
from bots.cli.entrants import chosen_launcher, read
from bots.cli.kept import Kept
from bots.cli.screen import counted
from bots.errors import UploadError
from bots.play import trial
from bots.play.fixture import Played, play_fixture
from bots.quoting import printable
from bots.sandbox import Launcher
from bots.upload.store import Upload, temporary
from referee.games import GAMES


@click.command(short_help="Say what a server would say to a bot.")
@click.argument("file", type=click.Path(exists=True, path_type=Path))
@click.option("--game", type=GAME, help="What a single script plays.")
@click.option("--trust", is_flag=True, help="Without a sandbox: only for files of your own.")
def check(file: Path, game: str | None, trust: bool) -> None:
    """Say what a server would say to FILE: the inspection, then its trial against house bots."""
    name = printable(file.resolve().name or str(file))
    try:
        upload = read(file, game)
    except UploadError as error:
        click.echo(f"✗ {error}\n\n{name} would be refused.")
        raise click.exceptions.Exit(1) from None
    click.echo(f"✓ {_described(upload)}")
    launcher = chosen_launcher(trust)
    passed = [_tried(upload, each, launcher) for each in upload.games]
    verdict = "accepted" if all(passed) else "refused"
    click.echo(f"\n{name} would be {verdict}.")
    if not all(passed):
        raise click.exceptions.Exit(1)


def _described(upload: Upload) -> str:
    size = sum(map(len, upload.files.values()))
    files = counted(len(upload.files), "file")
    return f"{upload.name}: {upload.language}, {files}, {size / 1000:.1f} kB, version {upload.digest[:12]}"


def _tried(upload: Upload, game: str, launcher: Launcher) -> bool:
    """Plays one trial, says how it went."""
    with temporary() as store:
        order = trial.trial(upload, game, store, secrets.token_hex(8))
        played = play_fixture(order, store, launcher)
    failure = trial.failure(order, played.matches)
    against = ", ".join(bot.name for bot in trial.opponents(game))
    if failure is None:
        used = 1000 * trial.most_cpu(order, played.matches)
        click.echo(
            f"✓ {GAMES[game].title}: {_played(played)} against {against} without a fault; "
            f"at most {used:.0f} ms of CPU in a match, of {1000 * order.clocks.bank:.0f}"
        )
        return True
    log = Kept(None).log(failure.match, failure.match.deal, failure.seat, upload.name)
    click.echo(f"✗ {GAMES[game].title} against {against}: it {failure.reason}\n  log: {log}")
    return False


def _played(played: Played) -> str:
    return f"{counted(len(played.matches), 'match', 'matches')} in {played.seconds:.1f} s"
