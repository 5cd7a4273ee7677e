"""The house's Donkey player gets rid of the donkey and does not take it back."""

import pytest

from tests.bots.house.loaded import sensible
from tests.referee.donkey_tables import play, table


@pytest.mark.parametrize(
    ("hands", "before", "answer"),
    [
        (("1 1 D", "2 3", "4 5"), "", "play D"),
        (("1 1 D", "2 9 13", "4 5"), "0>D", "play 2"),
        (("1 1 D", "10 11", "8 9 10 13"), "0>D 1>10", "play 9"),
        (("1 1 D", "2 11", "8 9 J"), "0>D 1>2", "play 8"),
        (("3 4 4 4 9", "2 3 D", "8 9"), "", "play 4 4 4"),
        (("3 5 5 5", "4 4 4 9 9 9 D", "8 8 8"), "0>3", "pass"),
        (("3 5 5 5", "4 6 7 10 D", "8 8 8"), "0>3", "play 4"),
        (("3 5", "4 6 7 10 D", "8 8 8"), "0>3", "play 10"),
        (("3", "4 4 4 10 10 10 J D", "8 8 8"), "0>3", "play J"),
    ],
)
def test_what_it_lays(hands: tuple[str, ...], before: str, answer: str) -> None:
    game = play(table(*hands), before)
    assert sensible("donkey").choose(game.view(game.turn), list(game.legal())) == answer


def test_it_throws_its_joker_away_where_a_joker_is_worth_one() -> None:
    game = play(table("1 D", "3 4", "2 9 J", rules={"donkey_trick_joker_value": 1}), "0>D 1>3")
    assert sensible("donkey").choose(game.view(2), list(game.legal())) == "play J"
