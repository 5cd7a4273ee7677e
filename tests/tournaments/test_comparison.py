"""Two playings of the same fixture: equal, or where they first part."""

from dataclasses import replace
from random import Random

import pytest

from referee.games import GAMES
from referee.match import Fault, play_match
from tournaments.comparison import Comparison, Divergence, compare


def record(*, fails_at=None, seed="s", other_from=None):
    """A match at random; seat 1 may fail at a question of its own or play another move from one on."""
    dice, asked = Random(seed), 0

    def choose(seat, view, legal, news):
        nonlocal asked
        mine = seat == 1
        asked += mine
        if mine and asked == fails_at:
            raise Fault("cpu", "took too long")
        move = dice.choice(legal)
        return next(one for one in legal if one != move) if mine and asked == other_from else move

    return play_match(GAMES["pis_yedili"], [choose] * 2, "deal", rules={"deals": 1})


def test_the_same_moves_are_equal_whatever_the_clocks_say():
    slow = replace(record(), clocks={"cpu": [1.0, 2.0]})
    found = compare({(0, 0): record(), (0, 1): record()}, {(0, 0): slow, (0, 1): record()})
    assert found == Comparison(matches=2, different=0)
    assert (found.equal, str(found)) == (True, "equal in all 2 matches")


def test_the_first_move_that_differs_is_told_with_what_each_played():
    before, after = record(), record(other_from=3)
    at = next(
        k for k, (one, other) in enumerate(zip(before.moves, after.moves, strict=False)) if one != other
    )
    found = compare({(0, 0): before, (1, 1): before}, {(0, 0): before, (1, 1): after})
    assert found.first == Divergence(1, 1, at, 1, before.moves[at], after.moves[at])
    assert (found.matches, found.different, found.equal) == (2, 1, False)
    assert str(found) == (
        f"1 of 2 matches differ, first in deal 2, rotation 2, move {at + 1}: "
        f"seat 2 played {before.moves[at]!r} and then {after.moves[at]!r}"
    )


def test_a_fault_in_one_of_them_is_a_difference_even_if_the_move_is_the_same():
    failed, fine = record(fails_at=2), record()
    fault = failed.faults[0]
    found = compare({(0, 0): fine}, {(0, 0): failed}).first
    assert (found.move, found.seat, found.before, found.after) == (
        fault.move,
        1,
        fine.moves[fault.move],
        "fault: cpu",
    )
    silent = replace(failed, faults=[])
    assert compare({(0, 0): silent}, {(0, 0): failed}).first.after == "fault: cpu"


@pytest.mark.parametrize("places", [[(1, 0), (0, 1)], [(0, 1), (1, 0)]])
def test_deals_and_rotations_are_gone_through_in_order(places):
    before = {place: record() for place in places}
    after = {place: record(other_from=2) for place in places}
    found = compare(before, after)
    assert (found.first.deal, found.first.rotation, found.different) == (0, 1, 2)
