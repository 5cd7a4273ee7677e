"""A match as text to read: each move, what else was possible, and what it changed.

The first lines name the game, the seats, the seed and the rules, so that a text says how to make it again.
"""

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from referee.game import CHANCE, HIDDEN, Game, Move, Seat, View
from referee.games import GAMES
from referee.match import News, Player, play_match
from referee.record import Record, replayed, table_of
from referee.replay import changes

LONG = 20
"""Of a list longer than this only what goes and comes is written."""


def random_player(seed: str) -> Player:
    """A player that picks any legal move, the same ones for the same seed."""
    rng = Random(seed)  # noqa: S311 - to be repeated, not to be secret

    def pick(seat: Seat, view: View, legal: Sequence[Move], news: Sequence[News]) -> Move:
        return legal[int(rng.random() * len(legal))]

    return pick


def random_match(game: type[Game], seats: int, seed: str, rules: dict[str, Any] | None = None) -> Record:
    """A match of random players whose dice follow from the seed."""
    return play_match(game, [random_player(f"{seed}/{seat}") for seat in range(seats)], seed, rules=rules)


def playthrough(game: type[Game], seats: int, seed: str, rules: dict[str, Any] | None = None) -> str:
    """The text of a random match."""
    record = random_match(game, seats, seed, rules)
    return "\n".join(line.rstrip() for line in _lines(record)) + "\n"


def again(text: str) -> str:
    """The text of the match that the first lines of a playthrough name."""
    named = dict(line.split(": ", 1) for line in text.splitlines()[:4])
    return playthrough(GAMES[named["game"]], int(named["seats"]), named["seed"], json.loads(named["rules"]))


def _lines(record: Record) -> Iterator[str]:
    yield f"game: {record.game}"
    yield f"seats: {record.seats}"
    yield f"seed: {record.seed}"
    yield f"rules: {json.dumps(record.rules)}"
    before: dict[str, Any] = {}
    table = table_of(record)
    for number, (seat, move) in enumerate(replayed(record, table)):
        yield from _changed(before, table)
        before = table.to_json()
        yield ""
        yield from _move(number, table, seat, move)
    yield from _changed(before, table)
    yield ""
    yield f"points: {' '.join(map(str, record.points))}"
    yield f"ranks: {' '.join(map(str, record.ranks))}"
    yield f"record: {record.digest()}"


def _move(number: int, table: Game, seat: Seat, move: Move) -> Iterator[str]:
    yield f"{number}. {'dealer' if seat == CHANCE else f'seat {seat}'}: {move}"
    if seat == CHANCE:
        verb, *cards = table.told(move, None).split(" ")
        yield (
            f"    heard as: {verb} {len(cards)} cards" if set(cards) == {HIDDEN} else f"    heard as: {verb}"
        )
    else:
        yield f"    of: {', '.join(table.legal())}"


def _changed(before: dict[str, Any], table: Game) -> Iterator[str]:
    now = table.to_json()
    for path, *change in changes(before, now) if before else ():
        name = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).lstrip(".")
        value = _at(now, path)
        if len(change) == 1 or len(value) <= LONG:
            yield f"    {name} = {written(value)}"
        else:
            yield f"    {name} ({len(value)}): {_spliced(_at(before, path), *change)}"


def _spliced(was: list[Any], at: int, removed: int, inserted: list[Any]) -> str:
    gone = [f"-{each}" for each in was[at : at + removed]]
    return " ".join(gone + [f"+{each}" for each in inserted])


def _at(position: Any, path: list[str | int]) -> Any:
    for key in path:
        position = position[key]
    return position


def written(value: Any) -> str:
    """Lists of cards without quotes and commas, other values as JSON."""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return " ".join(value) if value else "nothing"
    return json.dumps(value)
