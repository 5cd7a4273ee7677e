"""`python -m referee`: the games, a random match, a readable one, the proof of a record."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee.errors import RefereeError, SetupError
from referee.game import Game
from referee.games import GAMES
from referee.playthrough import playthrough, random_match
from referee.reading import Reader
from referee.record import Record, verify


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0, or 1 and a sentence on stderr for what was asked in vain; argparse exits with 2."""
    asked = parser().parse_args(arguments)
    try:
        asked.run(asked)
    except RefereeError as error:
        print(f"referee: {error}", file=sys.stderr)
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
    commands = top.add_subparsers(required=True, metavar="list | play | playthrough | verify")
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
    proof = commands.add_parser("verify", help="prove that a record follows the rules and ends as it says")
    proof.set_defaults(run=prove)
    proof.add_argument("file", type=Path)
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
    """Print the digest of a record that is true."""
    record = Record.loads(asked.file.read_bytes())
    verify(record)
    print(f"true    {record.digest()}")


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
