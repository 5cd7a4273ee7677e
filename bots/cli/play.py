"""`caravan play`: duplicate play on this machine."""

import secrets
from collections.abc import Sequence
from pathlib import Path

import click
from click.core import ParameterSource

from bots.cli import options
from bots.cli.again import Place, again, clocks, place
from bots.cli.completion import offered
from bots.cli.contest import Contest
from bots.cli.entrants import chosen_launcher, common_game, entrant, names
from bots.cli.kept import Kept
from bots.cli.screen import Screen, counted, document, table
from bots.play.clock import Clocks
from referee.games import GAMES

INTERRUPTED = 130
OF_CONTESTS = ("game", "deals", "seed", "record")
OF_DECISIONS = ("seat", "dice", "match", "clocks")
"""Options that say nothing without, or with, `--from`."""


@click.command(short_help="Let bots play each other.")
@click.argument("bots", nargs=-1, required=True, shell_complete=offered)
@options.game
@click.option("--deals", type=click.IntRange(1), default=20, show_default=True, help="How many shuffles.")
@options.seed
@click.option(
    "--record",
    type=click.Path(path_type=Path, file_okay=False, writable=True),
    help="Keep records and logs there.",
)
@click.option("--from", "at", metavar="RECORD@MOVE", callback=place, help="Ask one bot again, there.")
@click.option("--seat", type=click.IntRange(0), help="With --from: whose turn it was, as a check.")
@click.option("--dice", default="", metavar="SEED", help="With --from: what the bot's own dice follow from.")
@click.option(
    "--match", type=click.IntRange(0), default=0, help="With --from: the number that the bot was told."
)
@click.option(
    "--clocks", default="", metavar="NAME=SECONDS,…", callback=clocks, help="With --from: as in the match."
)
@options.trust
@options.as_json
@click.pass_context
def play(
    context: click.Context,
    bots: tuple[str, ...],
    game: str | None,
    deals: int,
    seed: str | None,
    record: Path | None,
    at: Place | None,
    seat: int | None,
    dice: str,
    match: int,
    clocks: Clocks,
    trust: bool,
    as_json: bool,
) -> None:
    """Let BOTS play each other: scripts, folders, zips, or house:sensible.

    Each shuffle is played with everybody in every seat, so that luck of the cards cancels. A share of 50 % is
    par at any table.

    With --from the one bot named goes through a recorded match in its seat and is asked again at MOVE, as the
    match page counts. Shown is what it sees, answers and prints, and its traceback if it crashes.
    """
    _refuse(context, OF_CONTESTS if at else OF_DECISIONS, "with" if at else "without")
    if at:
        if len(bots) != 1:
            raise click.UsageError("One bot can be asked --from a record, not several.")
        again(at, bots[0], seat=seat, dice=dice, match=match, granted=clocks, trust=trust, as_json=as_json)
        return
    game = common_game(game, bots)
    tables = GAMES[game].tables
    if len(bots) not in tables:
        raise click.UsageError(
            f"{GAMES[game].title} is for {tables[0]} to {tables[-1]} bots, not {len(bots)}."
        )
    uploads = [entrant(word, game) for word in bots]
    contest = Contest(game, names(bots), bots, uploads, deals, seed or secrets.token_hex(4))
    contest.run(chosen_launcher(trust), _kept(record), Screen(deals * len(bots), quiet=as_json))
    click.echo(as_document(contest) if as_json else as_text(contest))
    if contest.stopped or contest.faults:
        raise click.exceptions.Exit(INTERRUPTED if contest.stopped else 1)


def _refuse(context: click.Context, names: Sequence[str], where: str) -> None:
    """A usage error if one of these options was given."""
    for name in names:
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise click.UsageError(f"--{name} has no meaning {where} --from.")


def _kept(folder: Path | None) -> Kept:
    try:
        return Kept(folder)
    except OSError as error:
        raise click.UsageError(f"Nothing can be kept in {folder}: {error.strerror}.") from None


def as_text(contest: Contest) -> str:
    """The result for people."""
    title = GAMES[contest.game].title
    head = (
        f"{title}, {len(contest.names)} seats: {counted(contest.tally.deals, 'deal')} "
        f"in {counted(contest.matches, 'match', 'matches')}, "
        f"{contest.seconds:.1f} s, seed {contest.seed}"
    )
    return "\n\n".join([f"{head}\n\n{table(contest.tally.standings())}", *blames(contest)])


def blames(contest: Contest) -> list[str]:
    """A paragraph for each kind of fault of each bot."""
    return [
        f"{fault.name} was at fault {_times(fault.times)} ({fault.code}), at first in deal {fault.deal}, "
        f"rotation {fault.rotation}: it {fault.reason}\n  log: {fault.log}\n  again: {fault.again}"
        for fault in contest.faults.values()
    ]


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def as_document(contest: Contest) -> str:
    """The result for programs."""
    result = {
        "game": contest.game,
        "seats": len(contest.names),
        "deals": contest.tally.deals,
        "matches": contest.matches,
        "seed": contest.seed,
        "seconds": contest.seconds,
        "standings": contest.tally.standings(),
        "faults": list(contest.faults.values()),
    }
    return document(result)
