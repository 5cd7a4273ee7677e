"""What the referee does: uniformly random play; every move of a seat is a decision, forced or not."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random, random
from typing import Any

from benchmarks.peers import Play
from referee.game import CHANCE, Game, Move
from referee.match import play_match


def bare(game: type[Game], seats: int) -> Play:
    """The rules alone: `legal` at every decision, then `apply`."""
    rng = Random(1)

    def play(matches: int) -> int:
        decisions = 0
        for _ in range(matches):
            table = game.start(seats)
            while table.turn is not None:
                if table.turn == CHANCE:
                    table.apply(table.deal(rng))
                else:
                    legal = table.legal()
                    table.apply(legal[int(random() * len(legal))])
                    decisions += 1
        return decisions

    return play


def whole(game: type[Game], seats: int) -> Play:
    """The match loop: views, validation, news for all seats, and the record as a text."""
    decisions = 0

    def count(seat: int, move: Move) -> None:
        nonlocal decisions
        decisions += seat != CHANCE

    def play(matches: int) -> int:
        nonlocal decisions
        decisions = 0
        for number in range(matches):
            play_match(game, [at_random] * seats, str(number), heard=count).dumps()
        return decisions

    return play


def record_size(game: type[Game], seats: int, matches: int = 10) -> float:
    """Bytes of a record by decisions of the seats."""
    decisions = sizes = 0

    def count(seat: int, move: Move) -> None:
        nonlocal decisions
        decisions += seat != CHANCE

    for number in range(matches):
        sizes += len(play_match(game, [at_random] * seats, str(number), heard=count).dumps())
    return sizes / decisions


def at_random(seat: int, view: Any, legal: Sequence[Move], news: Any) -> Move:
    """Any legal move."""
    return legal[int(random() * len(legal))]
