"""`caravan compare`: whether a bot has become better, with as few fixtures as that takes."""

import secrets
import time
from collections.abc import Sequence

import click

from bots.cli import options
from bots.cli.completion import offered
from bots.cli.contest import Contest
from bots.cli.entrants import HOUSE, chosen_launcher, common_game, entrant, names
from bots.cli.kept import Kept
from bots.cli.play import blames
from bots.cli.screen import Screen, counted, document
from bots.cli.sequential import ERROR, Sequential, Verdict
from bots.sandbox import Launcher
from referee.games import GAMES

DEALS = 2
"""In a fixture: small ones, as nothing is learnt before one is over."""
USUAL = f"{HOUSE}sensible"
"""Who sits with either where a game has no table for two."""


@click.command(short_help="Find out whether a bot has become better.")
@click.argument("old", shell_complete=offered)
@click.argument("new", shell_complete=offered)
@options.game
@click.option(
    "--against",
    multiple=True,
    metavar="BOT",
    shell_complete=offered,
    help="Let both play this bot in turn, not each other; more than once for a larger table.",
)
@click.option(
    "--fixtures",
    type=click.IntRange(1),
    default=200,
    show_default=True,
    help=f"How many at most, of {DEALS} deals each.",
)
@options.seed
@options.trust
@options.as_json
def compare(
    old: str,
    new: str,
    game: str | None,
    against: tuple[str, ...],
    fixtures: int,
    seed: str | None,
    trust: bool,
    as_json: bool,
) -> None:
    """Find out whether NEW plays better than OLD: scripts, folders, zips, or house:sensible.

    It ends as soon as the answer is clear, or with Ctrl-C, which is no less right: it may be wrong once in
    twenty times, however often one looks. At a table of two they meet; with --against each sits down to the
    same deals with the same others.
    """
    game = common_game(game, (old, new, *against))
    found = Comparison(game, old, new, _others(game, against), fixtures, seed or secrets.token_hex(4))
    found.run(chosen_launcher(trust), Screen(fixtures, quiet=as_json, unit="fixtures"))
    click.echo(as_document(found) if as_json else as_text(found))
    if any(contest.faults for contest in found.contests):
        raise click.exceptions.Exit(1)


def _others(game: str, against: Sequence[str]) -> Sequence[str]:
    """Who sits at the table beside either; nobody: they meet."""
    tables = GAMES[game].tables
    if not against and 2 not in tables:
        return [USUAL] * (tables[0] - 1)
    if against and len(against) + 1 not in tables:
        raise click.UsageError(
            f"{GAMES[game].title} is for {tables[0]} to {tables[-1]} bots: "
            f"name {tables[0] - 1} to {tables[-1] - 1} with --against, not {len(against)}."
        )
    return against


class Comparison:
    """Two bots that meet, or sit at the same deals in turn, until one is known to be better."""

    def __init__(self, game: str, old: str, new: str, others: Sequence[str], most: int, seed: str) -> None:
        words = [old, new, *others]
        called = names(words)
        self.game, self.most, self.seed = game, most, seed
        self.old, self.new, *self.others = called
        self.test = Sequential()
        self.seconds = 0.0
        entrants = [entrant(word, game) for word in words]
        tables = [[side, *range(2, len(words))] for side in (0, 1)] if others else [[0, 1]]
        self.contests = [
            Contest(
                game,
                [called[place] for place in table],
                [words[place] for place in table],
                [entrants[place] for place in table],
                most * DEALS,
                seed,
                DEALS,
            )
            for table in tables
        ]

    def run(self, launcher: Launcher, screen: Screen) -> None:
        """Plays fixtures until there is a verdict, no more are granted, or somebody presses Ctrl-C."""
        began, silent = time.monotonic(), Screen(1, quiet=True)
        played = [contest.fixtures(launcher, Kept(None), silent) for contest in self.contests]
        try:
            for shares in zip(*played, strict=True):
                self.test.add(self._difference(shares))
                screen.progress(self.test.count, lambda: f"   {self.difference()}")
                if self.test.verdict is not Verdict.OPEN:
                    break
        except KeyboardInterrupt:
            pass
        screen.clear()
        self.seconds = round(time.monotonic() - began, 3)

    def _difference(self, shares: Sequence[Sequence[float]]) -> float:
        """By how much the new one has the larger share of the fixture points."""
        if self.others:
            return round(shares[1][0] - shares[0][0], 9)
        return round(shares[0][1] - shares[0][0], 9)

    def difference(self) -> str:
        """The difference so far, and where it is."""
        low, high = self.test.interval
        return f"{self.test.mean:+.1%}, between {low:+.1%} and {high:+.1%}"

    def matches(self) -> int:
        """How many were played."""
        return sum(contest.matches for contest in self.contests)


def as_text(found: Comparison) -> str:
    """The result for people."""
    played = found.test.count
    saved = f"; {found.most - played} of {found.most} fixtures were saved" if played < found.most else ""
    lines = [
        f"{GAMES[found.game].title}, {len(found.contests[0].names)} seats: {_verdict(found)}.",
        "",
        f"{found.new} has a share of the fixture points that differs from {found.old}'s by "
        f"{found.difference()} ({1 - ERROR:.0%}).",
        f"{counted(played, 'fixture')} in {counted(found.matches(), 'match', 'matches')}, "
        f"{found.seconds:.1f} s, seed {found.seed}{saved}.",
    ]
    faults = [blame for contest in found.contests for blame in blames(contest)]
    return "\n\n".join(["\n".join(lines), *faults])


def _verdict(found: Comparison) -> str:
    verdict = found.test.verdict
    if verdict is Verdict.OPEN:
        return f"{found.new} and {found.old} are {verdict}"
    return f"{found.new} is {verdict} than {found.old}"


def as_document(found: Comparison) -> str:
    """The result for programs."""
    low, high = found.test.interval
    result = {
        "game": found.game,
        "seats": len(found.contests[0].names),
        "old": found.old,
        "new": found.new,
        "against": found.others,
        "verdict": found.test.verdict,
        "difference": round(found.test.mean, 6),
        "low": round(low, 6),
        "high": round(high, 6),
        "fixtures": found.test.count,
        "saved": found.most - found.test.count,
        "matches": found.matches(),
        "seed": found.seed,
        "seconds": found.seconds,
        "faults": [fault for contest in found.contests for fault in contest.faults.values()],
    }
    return document(result)
