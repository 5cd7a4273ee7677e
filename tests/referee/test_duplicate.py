"""Duplicate play: what the same cards are worth to those who held them."""

from hypothesis import given
from hypothesis import strategies as st

from referee.duplicate import Result, fixture_points


def test_fixture_points_compare_those_who_held_the_same_cards() -> None:
    held = [(0, 0, 0, 10), (0, 0, 1, 5), (0, 0, 2, 5), (0, 1, 0, -1), (0, 1, 1, 0), (0, 1, 2, 1)]
    assert fixture_points([Result(*each) for each in held]) == [2.0, 1.5, 2.5]


def test_faulted_results_are_below_all_others_and_equal_among_themselves() -> None:
    held = [Result(0, 0, 0, 99, faulted=True), Result(0, 0, 1, -99), Result(0, 0, 2, 50, faulted=True)]
    assert fixture_points(held) == [0.5, 2.0, 0.5]


@given(st.integers(2, 6), st.integers(1, 3), st.data())
def test_each_deal_hands_out_the_same_sum(seats: int, deals: int, data: st.DataObject) -> None:
    held = [
        Result(deal, seat, competitor, data.draw(st.integers(-3, 3)), data.draw(st.booleans()))
        for deal in range(deals)
        for seat in range(seats)
        for competitor in range(seats)
    ]
    assert sum(fixture_points(held)) == deals * seats * seats * (seats - 1) / 2


def test_a_competitor_can_be_left_out_afterwards() -> None:
    held = [Result(0, 0, 0, 1), Result(0, 0, 1, 2), Result(0, 0, 2, 3)]
    assert fixture_points([each for each in held if each.competitor != 1]) == [0.0, 0.0, 1.0]
