"""The same match with other hidden cards: for showing that what somebody gets does not depend on them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from referee.game import CHANCE, Game, IllegalMove, Move, Seat
from referee.playthrough import random_match
from tests.referee.walks import walk

SWAPS = 8
STEP = 5
"""Every fifth position of a match is guessed anew."""

Moves = list[Move]
Pair = tuple[Move, Move]


def prefixes(
    game: type[Game], seats: int, seed: str, rng: Random, viewer: Seat | None = None
) -> Iterator[tuple[Moves, Moves]]:
    """The beginnings of two matches, equal but for two of the dealer's cards that `viewer` has not seen yet.

    That nobody in that place (None: a spectator) has is found out with the referee's views alone.
    """
    moves = random_match(game, seats, seed).moves
    for _ in range(SWAPS):
        other = swapped(game, seats, moves, rng)
        length = unseen(game, seats, moves, other, viewer)
        if moves[:length] != other[:length]:
            yield moves[:length], other[:length]


def swapped(game: type[Game], seats: int, moves: Moves, rng: Random) -> Moves:
    """The moves with two cards exchanged in one that the dealer makes."""
    table, dealt = game.start(seats), []
    for number, move in enumerate(moves):
        if table.turn == CHANCE and move.count(" ") > 1:
            dealt.append(number)
        table.apply(move)
    at = rng.choice(dealt)
    verb, *cards = moves[at].split(" ")
    one, two = rng.sample(range(len(cards)), 2)
    cards[one], cards[two] = cards[two], cards[one]
    return [*moves[:at], " ".join([verb, *cards]), *moves[at + 1 :]]


def unseen(game: type[Game], seats: int, moves: Moves, other: Moves, viewer: Seat | None) -> int:
    """How many moves the two matches may go on like this and look the same to `viewer`."""
    tables = game.start(seats), game.start(seats)
    for number, pair in enumerate(zip(moves, other, strict=True)):
        if not alike(tables, pair, viewer):
            return number
    return len(moves)


def alike(tables: tuple[Game, Game], pair: Pair, viewer: Seat | None) -> bool:
    """Plays a move on each of two tables; whether it is legal there and both still look the same."""
    heard = [table.told(move, viewer) for table, move in zip(tables, pair, strict=True)]
    try:
        for table, move in zip(tables, pair, strict=True):
            table.play(move)
    except IllegalMove:
        return False
    return heard[0] == heard[1] and tables[0].view(viewer) == tables[1].view(viewer)


def other_worlds(
    game: type[Game], seats: int, seed: str, rng: Random, viewer: Seat | None
) -> Iterator[tuple[Game, Game, list[Pair]]]:
    """Positions of a match, each with a guess that `viewer` cannot tell from it, and how both go on."""
    for number, (table, _) in enumerate(walk(game, seats, seed)):
        if number % STEP:
            continue
        tables = table.copy(), game.guess(table.view(viewer), rng)
        shared = list(going_on((tables[0].copy(), tables[1].copy()), rng, viewer))
        if tables[0] != tables[1] and shared:
            yield *tables, shared


def going_on(tables: tuple[Game, Game], rng: Random, viewer: Seat | None) -> Iterator[Pair]:
    """Moves that are possible on both, as long as there are any and both look the same."""
    while tables[0].turn is not None:
        if tables[0].turn == CHANCE:
            pair = tables[0].deal(rng), tables[1].deal(rng)
        else:
            common = sorted(set(tables[0].legal()) & set(tables[1].legal()))
            if not common:
                return
            pair = (rng.choice(common),) * 2
        if not alike(tables, pair, viewer):
            return
        yield pair
