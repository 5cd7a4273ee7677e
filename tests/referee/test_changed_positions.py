"""Whatever is given for a position or a view of any game: it can be played from, or is refused."""

import json
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import RefereeError
from referee.game import CHANCE
from referee.games import GAMES
from tests.referee.mutations import mutated, thorough
from tests.referee.walks import always_last, at_random, everybody, walk

MOVES = 100
"""So many are made from a position at most."""
SAMPLE = 40
"""So many positions of a match, evenly spread, are there to be changed."""

pytestmark = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def tables(game):
    """Positions of two matches, at the smallest table and at a larger one."""
    larger = min(4, game.tables[-1])
    for seats, pick in ((game.tables[0], at_random), (larger, always_last)):
        match = [table.copy() for table, _ in walk(game, seats, "changed", pick)]
        yield from match[:: len(match) // SAMPLE + 1]


def play_on(table, rng):
    """Makes some moves; the match takes no more than it has promised."""
    left = table.longest
    for _ in range(MOVES):
        if table.turn is None:
            break
        table.play(table.deal(rng) if table.turn == CHANCE else rng.choice(table.legal()))
        left -= 1
    assert left >= table.longest >= 0


def test_a_changed_position_can_be_played_from_or_is_refused(game):
    @thorough
    @given(mutated([table.to_json() for table in tables(game)]), st.integers())
    def holds(data, seed):
        with suppress(RefereeError):
            table = game.from_json(data)
            assert game.from_json(json.loads(json.dumps(table.to_json()))) == table
            play_on(table, Random(seed))

    holds()


def test_a_changed_view_can_be_guessed_from_or_is_refused(game):
    @thorough
    @given(mutated([table.view(seat) for table in tables(game) for seat in everybody(table)]), st.integers())
    def holds(data, seed):
        with suppress(RefereeError):
            play_on(game.guess(data, Random(seed)), Random(seed))

    holds()
