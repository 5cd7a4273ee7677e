"""`caravan test`: what a bot answers in saved positions."""

from collections.abc import Sequence
from pathlib import Path

import click
from msgspec import Struct

from bots.cli import options
from bots.cli.completion import offered
from bots.cli.entrants import chosen_launcher, entrant
from bots.cli.positions import PositionsError, Puzzle, puzzles
from bots.cli.screen import counted, document
from bots.play.clock import Clocks
from bots.play.logbook import decoded
from bots.play.running import Table, Version
from bots.play.session import Session
from bots.quoting import printable
from bots.sandbox import Launcher, Limits
from bots.upload.store import Store, Upload, temporary
from referee.match import Fault

FOLDER = "positions"
"""Where a bot's own positions lie, beside its script or in its folder."""


class Answered(Struct, frozen=True):
    """How a bot did in one position; `fault` is empty if it answered with a legal move."""

    name: str
    right: list[str]
    answer: str
    fault: str
    prints: str

    @property
    def passed(self) -> bool:
        """Whether it answered as it should."""
        return self.answer in self.right


@click.command(short_help="Ask a bot in saved positions.")
@click.argument("bot", shell_complete=offered)
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@options.trust
@options.as_json
def test(bot: str, files: tuple[Path, ...], trust: bool, as_json: bool) -> None:
    """Ask BOT in the saved positions of FILES, by default positions/*.json beside it.

    A position names the moves to expect or to forbid. The exit code is 1 if an answer is not as it should be.
    """
    try:
        asked = [puzzle for path in files or _own(bot) for puzzle in puzzles(path)]
    except PositionsError as error:
        raise click.UsageError(str(error)) from None
    if not asked:
        raise click.UsageError(
            f"There are no positions: name files, or put some into {FOLDER}/ beside the bot."
        )
    uploads = {name: entrant(bot, name) for name in dict.fromkeys(one.table.name for one in asked)}
    tried = _ask_all(uploads, asked, chosen_launcher(trust))
    click.echo(document(tried) if as_json else as_text(tried))
    if not all(each.passed for each in tried):
        raise click.exceptions.Exit(1)


def _own(bot: str) -> list[Path]:
    place = Path(bot)
    return sorted(((place if place.is_dir() else place.parent) / FOLDER).glob("*.json"))


def _ask_all(uploads: dict[str, Upload], asked: Sequence[Puzzle], launcher: Launcher) -> list[Answered]:
    with temporary() as store:
        return [_ask(store, uploads[one.table.name], one, launcher) for one in asked]


def _ask(store: Store, upload: Upload, puzzle: Puzzle, launcher: Launcher) -> Answered:
    """Asks a fresh process, as at the start of a match."""
    game = puzzle.table
    version = Version(store.path(store.put(upload)), upload.entry, upload.language)
    table = Table(game.name, game.seats, game.rules(), Clocks(), Limits(), 1)
    answer = fault = ""
    with Session(version, table, launcher) as session:
        session.start(0, puzzle.seat, puzzle.name)
        try:
            answer = session.choose(puzzle.seat, game.view(puzzle.seat), puzzle.legal, puzzle.news)
        except Fault as caught:
            fault = caught.reason
        _, log = session.over([0] * game.seats, [1] * game.seats)
    if not fault and answer not in puzzle.legal:
        fault = f"answered a move that is not legal: {printable(answer)}"
    prints = "".join(line.prints + line.traceback for line in decoded(log))
    return Answered(puzzle.name, puzzle.right, answer, fault, prints)


def as_text(tried: Sequence[Answered]) -> str:
    """The result for people."""
    failed = sum(not each.passed for each in tried)
    end = f"{counted(len(tried), 'position')}, {failed or 'none'} failed."
    return "\n".join([*map(_line, tried), "", end])


def _line(each: Answered) -> str:
    if each.passed:
        return f"✓ {each.name}: {each.answer}"
    said = f"it {each.fault}" if each.fault else f"{each.answer}, not {' or '.join(each.right)}"
    below = [f"\n    {printable(row.expandtabs())}" for row in each.prints.splitlines()]
    return f"✗ {each.name}: {said}{''.join(below)}"
