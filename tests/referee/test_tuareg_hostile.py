"""Whatever is given for a position or a view of Tuareg: it can be played to its end, or is refused."""

import json
from contextlib import suppress
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from referee.errors import RefereeError
from referee.game import CHANCE
from referee.games.tuareg import Tuareg
from tests.referee.test_hostile_input import mutated, thorough
from tests.referee.walks import walk

TABLES = [table.copy() for seats in (2, 4) for table, _ in walk(Tuareg, seats, "hostile")][::11]


def played_on(game, seed):
    """Play to the end within the promise."""
    rng, left = Random(seed), game.longest
    while game.turn is not None:
        game.play(game.deal(rng) if game.turn == CHANCE else rng.choice(game.legal()))
        left -= 1
    assert left >= 0


@thorough
@given(mutated([table.to_json() for table in TABLES]), st.integers())
def test_a_changed_position_can_be_played_or_is_refused(data, seed):
    with suppress(RefereeError):
        game = Tuareg.from_json(data)
        assert Tuareg.from_json(json.loads(json.dumps(game.to_json()))) == game
        played_on(game, seed)


@thorough
@given(mutated([table.view(seat) for table in TABLES for seat in (0, 1, None)]), st.integers())
def test_a_changed_view_can_be_guessed_from_or_is_refused(data, seed):
    with suppress(RefereeError):
        played_on(Tuareg.guess(data, Random(seed)), seed)
