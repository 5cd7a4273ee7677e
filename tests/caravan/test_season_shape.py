"""Stages and divisions in the words of a command, and what is said of those that cannot be."""

import pytest

from caravan.season_shape import Shape, shape
from caravan.up.installation import UnableError
from tournaments import stages as tournament


def shaped(stages="ladder", *, bots=6, divisions=1, move=None):
    return shape(bots=bots, divisions=divisions, stages=stages, rounds=10, move=move)


@pytest.mark.parametrize(
    ("written", "plan"),
    [
        ("ladder", [{"format": "ladder", "rounds": 10}]),
        ("ladder:3", [{"format": "ladder", "rounds": 3}]),
        ("round_robin", [{"format": "round_robin"}]),
        ("round_robin:2", [{"format": "round_robin", "meetings": 2}]),
        ("knockout:double", [{"format": "knockout", "double": True}]),
        (
            "swiss:5:4, knockout",
            [{"format": "swiss", "rounds": 5, "advance": 4}, {"format": "knockout"}],
        ),
        (
            "ladder,swiss:2,knockout",
            [
                {"format": "ladder", "rounds": 10, "advance": 3},
                {"format": "swiss", "rounds": 2, "advance": 2},
                {"format": "knockout"},
            ],
        ),
    ],
)
def test_stages_are_those_of_a_season(written, plan):
    made = shaped(written).stages
    assert made == plan
    assert not list(tournament.complaints(tournament.read(made), 2))


def test_divisions_are_as_equal_as_can_be_and_the_better_half_of_the_smallest_goes_on():
    assert shaped("ladder,knockout", bots=11, divisions=2) == Shape(
        stages=[{"format": "ladder", "rounds": 10, "advance": 3}, {"format": "knockout"}],
        sizes=[6, 5],
        move=1,
    )
    assert shaped(divisions=3, move=0).move == shaped().move == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"stages": "chess"}, r"'chess' is no stage. It is written ladder\[:ROUNDS\[:ADVANCE\]\], swiss"),
        ({"stages": ""}, "'' is no stage"),
        ({"stages": "ladder,,knockout"}, "'' is no stage"),
        ({"stages": "ladder:many"}, "'ladder:many' is no stage"),
        ({"stages": "ladder:1:2:3"}, "'ladder:1:2:3' is no stage"),
        ({"stages": "ladder:-1"}, "'ladder:-1' is no stage"),
        ({"stages": "knockout:3"}, "'knockout:3' is no stage"),
        ({"stages": "ladder:2:9,knockout"}, "9 cannot go on from 6."),
        ({"stages": "ladder:2,swiss:2:4,knockout"}, "4 cannot go on from 3."),
        ({"divisions": 4}, "4 divisions need 8 bots at least, not 6."),
        ({"bots": 99_999}, "99999 bots are too many for one season here: 1000 at most."),
    ],
)
def test_what_cannot_be_is_said(words, told):
    with pytest.raises(UnableError, match=told):
        shaped(**words)
