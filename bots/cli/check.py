"""`caravan check`: what an upload would be told."""

import secrets
from collections.abc import Callable
from pathlib import Path

import click
from msgspec import Struct
from msgspec.structs import replace

from bots.cli import options
from bots.cli.choices import GAME
from bots.cli.entrants import chosen_launcher, read, untried
from bots.cli.kept import Kept
from bots.cli.screen import counted, document
from bots.errors import ForeignError, UploadError
from bots.play import trial
from bots.play.fixture import play_fixture
from bots.quoting import printable
from bots.sandbox import Launcher
from bots.upload.store import Upload, temporary
from referee.games import GAMES


class Trial(Struct, frozen=True):
    """One trial: `fault` is the code of what ended it, empty if it was passed; times are seconds."""

    game: str
    against: list[str]
    matches: int
    seconds: float
    cpu: float
    bank: float
    fault: str = ""
    reason: str = ""
    log: str = ""


class Verdict(Struct, frozen=True):
    """What a server would say; `refusal` is that of the inspection."""

    accepted: bool
    refusal: str
    trials: list[Trial]


@click.command(short_help="Say what a server would say to a bot.")
@click.argument("file", type=click.Path(exists=True, path_type=Path))
@click.option("--game", type=GAME, help="What a single script plays.")
@options.trust
@options.as_json
def check(file: Path, game: str | None, trust: bool, as_json: bool) -> None:
    """Say what a server would say to FILE: the inspection, then its trial against house bots."""
    say = (lambda text: None) if as_json else click.echo
    verdict = _verdict(file, game, trust, say)
    if as_json:
        click.echo(document(verdict))
    name = printable(file.resolve().name or str(file))
    say(f"\n{name} would be {'accepted' if verdict.accepted else 'refused'}.")
    if not verdict.accepted:
        raise click.exceptions.Exit(1)


def _verdict(file: Path, game: str | None, trust: bool, say: Callable[[str], None]) -> Verdict:
    """The inspection, and if that is passed all trials; each is told as soon as it is known."""
    try:
        upload = read(file, game)
    except ForeignError as error:
        raise untried(file, error) from None
    except UploadError as error:
        say(f"✗ {error}")
        return Verdict(False, str(error), [])
    say(f"✓ {_described(upload)}")
    launcher = chosen_launcher(trust)
    trials = []
    for each in upload.games:
        trials.append(_tried(upload, each, launcher))
        say(_told(trials[-1]))
    return Verdict(not any(tried.fault for tried in trials), "", trials)


def _described(upload: Upload) -> str:
    size = sum(map(len, upload.files.values()))
    files = counted(len(upload.files), "file")
    return f"{upload.name}: {upload.language}, {files}, {size / 1000:.1f} kB, version {upload.digest[:12]}"


def _tried(upload: Upload, game: str, launcher: Launcher) -> Trial:
    """Plays one trial."""
    with temporary() as store:
        order = trial.trial(upload, game, store, secrets.token_hex(8))
        played = play_fixture(order, store, launcher)
    tried = Trial(
        game=game,
        against=[bot.name for bot in trial.opponents(game)],
        matches=len(played.matches),
        seconds=played.seconds,
        cpu=trial.most_cpu(order, played.matches),
        bank=order.clocks.bank,
    )
    if (failure := trial.failure(order, played.matches)) is None:
        return tried
    log = Kept(None).log(failure.match, failure.match.deal, failure.seat, upload.name)
    return replace(tried, fault=failure.code, reason=failure.reason, log=str(log))


def _told(tried: Trial) -> str:
    title, against = GAMES[tried.game].title, ", ".join(tried.against)
    if tried.fault:
        return f"✗ {title} against {against}: it {tried.reason}\n  log: {tried.log}"
    return (
        f"✓ {title}: {counted(tried.matches, 'match', 'matches')} in {tried.seconds:.1f} s against {against} "
        f"without a fault; at most {1000 * tried.cpu:.0f} ms of CPU in a match, of {1000 * tried.bank:.0f}"
    )
