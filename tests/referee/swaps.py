"""The same match with other hidden cards: for showing that what spectators get does not depend on them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from referee.game import CHANCE, Game, IllegalMove, Move
from referee.playthrough import random_match

SWAPS = 8

Moves = list[Move]


def prefixes(game: type[Game], seats: int, seed: str, rng: Random) -> Iterator[tuple[Moves, Moves]]:
    """The beginnings of two matches, equal but for two of the dealer's cards that no spectator has seen yet.

    That they have not is found out with the referee's views alone.
    """
    moves = random_match(game, seats, seed).moves
    for _ in range(SWAPS):
        other = swapped(game, seats, moves, rng)
        length = unseen(game, seats, moves, other)
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


def unseen(game: type[Game], seats: int, moves: Moves, other: Moves) -> int:
    """How many moves the two matches may go on like this and look the same to a spectator."""
    tables = game.start(seats), game.start(seats)
    for number, pair in enumerate(zip(moves, other, strict=True)):
        heard = [table.told(move, None) for table, move in zip(tables, pair, strict=True)]
        try:
            for table, move in zip(tables, pair, strict=True):
                table.play(move)
        except IllegalMove:
            return number
        if heard[0] != heard[1] or tables[0].view(None) != tables[1].view(None):
            return number
    return len(moves)
