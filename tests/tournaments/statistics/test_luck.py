"""What the cards gave and what was made of them."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.statistics.luck import cards_share, luck, shares
from tournaments.statistics.rows import Hand


def duplicate(points, deal=0):
    """A deal of two seats in both rotations: points by match, then by seat; entry 0 begins in seat 0."""
    return [Hand(deal, (deal, m), s, (s + m) % 2, points[m][s]) for m, s in product(range(2), repeat=2)]


@st.composite
def deals(draw):
    seats = draw(st.integers(2, 5))
    return [
        Hand(deal, (deal, match), seat, (seat + match) % seats, draw(st.integers(-50, 50)))
        for deal in range(draw(st.integers(1, 4)))
        for match in range(seats)
        for seat in range(seats)
    ]


def test_good_cards_and_good_play_by_hand():
    # seat 0 holds the better cards (30 and 20 against 10 and 4); entry 0 makes more of both
    found = luck(duplicate([(30, 4), (20, 10)]))
    assert [(one.hand.entry, one.luck, one.play) for one in found] == [
        (0, 9.0, 5.0),
        (1, -9.0, -3.0),
        (1, 9.0, -5.0),
        (0, -9.0, 3.0),
    ]


@given(deals())
def test_a_deal_and_luck_and_play_add_up_to_the_points(hands):
    for deal in {hand.deal for hand in hands}:
        mean = sum(h.points for h in hands if h.deal == deal) / sum(h.deal == deal for h in hands)
        for one in (one for one in luck(hands) if one.hand.deal == deal):
            assert mean + one.luck + one.play == pytest.approx(one.hand.points)


@given(deals())
def test_duplicate_play_leaves_nobody_lucky(hands):
    found = shares(hands)
    assert [one.luck for one in found] == pytest.approx([0.0] * len(found), abs=1e-9)
    assert sum(one.play for one in found) == pytest.approx(0.0, abs=1e-9)
    assert [one.play for one in found] == sorted((one.play for one in found), reverse=True)


def test_the_margin_is_the_spread_from_deal_to_deal():
    one, _ = shares([*duplicate([(30, 4), (20, 10)]), *duplicate([(10, 10), (10, 10)], deal=1)])
    assert (one.entry, one.hands, one.play) == (0, 4, 2.0)
    assert one.margin == pytest.approx(1.96 * 8**0.5 / 2**0.5, rel=1e-4)
    assert shares(duplicate([(30, 4), (20, 10)]))[0].margin == float("inf")


def test_how_much_of_the_points_lies_in_the_cards():
    assert cards_share(duplicate([(30, 4), (20, 10)])) == pytest.approx(324 / (324 + 68))
    assert cards_share(duplicate([(10, 0), (10, 0)])) == 1
    assert cards_share(duplicate([(10, 0), (0, 10)])) == 0
    assert cards_share([]) == cards_share(duplicate([(5, 5), (5, 5)])) == 0


def test_nothing_played():
    assert luck([]) == shares([]) == []
