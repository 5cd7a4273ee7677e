"""`python -m referee`: the games, a random match, a readable one, the proof of what was played."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee import fairness
from referee.errors import RecordFalse, RefereeError, SetupError
from referee.fixture import FixtureRecord, verify_fixture
from referee.game import Game
from referee.games import GAMES
from referee.playthrough import playthrough, random_match
from referee.reading import Reader
from referee.record import Record, parsed, verify


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0, or 1 and a sentence on stderr for what was asked in vain; argparse exits with 2."""
    asked = parser().parse_args(arguments)
    try:
        asked.run(asked)
    except RefereeError as error:
        where = f"{asked.file}: " if "file" in asked else ""
        print(f"referee: {where}{error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except OSError as error:
        print(f"referee: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    return 0


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(prog="python -m referee", description=__doc__)
    commands = top.add_subparsers(required=True, metavar="list | play | playthrough | verify | commitment")
    commands.add_parser("list", help="the games and how many may play them").set_defaults(run=list_games)
    for name, run, text in (
        ("play", play, "a match of random players; prints the result and the record's digest"),
        ("playthrough", read, "a match of random players as text to read"),
    ):
        command = commands.add_parser(name, help=text)
        command.set_defaults(run=run)
        command.add_argument("game", help=", ".join(GAMES))
        command.add_argument("--seats", type=int, help="how many play (default: the fewest)")
        command.add_argument(
            "--seed", default="1", help="any text; the same seed gives the same match (default: 1)"
        )
        command.add_argument("--rule", action="append", default=[], metavar="NAME=VALUE", help="e.g. deals=1")
        if run is play:
            command.add_argument("--record", type=Path, metavar="FILE", help="write the record there")
    proof = commands.add_parser("verify", help="prove that a record, or all of a fixture, is as it says")
    proof.set_defaults(run=prove)
    proof.add_argument("file", type=Path, help="as downloaded from a match or a fixture")
    promise = commands.add_parser("commitment", help="prove that a season's secret is the one committed to")
    promise.set_defaults(run=check_commitment)
    promise.add_argument("secret", help="shown when the season is closed")
    promise.add_argument("hash", help="published when its registration opened")
    return top


def list_games(asked: argparse.Namespace) -> None:
    """A line for each game."""
    for game in GAMES.values():
        print(f"{game.name:<14}{game.title:<16}{game.tables[0]} to {game.tables[-1]} players")


def play(asked: argparse.Namespace) -> None:
    """Play a random match, print what came of it, keep the record if asked."""
    record = random_match(*_table(asked))
    if asked.record:
        asked.record.write_text(record.dumps() + "\n", encoding="utf-8")
    print(f"moves   {len(record.moves)}")
    print(f"points  {' '.join(map(str, record.points))}")
    print(f"ranks   {' '.join(map(str, record.ranks))}")
    print(f"digest  {record.digest()}")


def read(asked: argparse.Namespace) -> None:
    """Print a random match."""
    print(playthrough(*_table(asked)), end="")


def prove(asked: argparse.Namespace) -> None:
    """Print the digest of a record that is true, or the ranking of a fixture that is."""
    data = parsed(asked.file.read_bytes())
    if type(data) is dict and "matches" in data:
        prove_fixture(FixtureRecord.from_json(data))
    else:
        record = Record.from_json(data)
        verify(record)
        print(f"true    {record.digest()}")


def prove_fixture(fixture: FixtureRecord) -> None:
    """Print the ranking of a fixture that is true, and how far its cards can be traced."""
    verify_fixture(fixture)
    source = "the season's secret" if fixture.season else "seeds, whose secret is not shown"
    print(f"deals   {len(fixture.deals)}, from {source}")
    print(f"matches {len(fixture.matches)}, {sum(len(one.record.moves) for one in fixture.matches)} moves")
    for one in sorted(fixture.competitors, key=lambda one: (one.rank is None, one.rank or 0)):
        print(f"{one.rank or '-':<8}{one.name}  {one.fixture_points if one.rank else 'does not count'}")
    print(f"true    fixture {fixture.number}")


def check_commitment(asked: argparse.Namespace) -> None:
    """Print the hash of a secret if it is the one that was published."""
    if fairness.commitment(asked.secret) != asked.hash:
        raise RecordFalse("secret", f"its hash is {fairness.commitment(asked.secret)}, not the one published")
    print(f"true    {asked.hash}")


def _table(asked: argparse.Namespace) -> tuple[type[Game], int, str, dict[str, Any]]:
    if asked.game not in GAMES:
        raise SetupError("game", f"{asked.game!r} is not one of {', '.join(GAMES)}")
    game = GAMES[asked.game]
    seats = game.tables[0] if asked.seats is None else asked.seats
    seed = Reader(SetupError).read(str, asked.seed, "seed")
    return game, seats, seed, dict(_rule(each) for each in asked.rule)


def _rule(text: str) -> tuple[str, Any]:
    """A rule from `name=value`; the value is JSON or a bare word."""
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value


if __name__ == "__main__":
    sys.exit(main())
