"""Who is ahead of whom, and how sure that is."""

from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.statistics.seasons import finished, season
from tournaments.ranking import Rating
from tournaments.statistics.head_to_head import head_to_head
from tournaments.statistics.intervals import wilson
from tournaments.statistics.rows import numbered, pairs


def test_two_wins_and_a_tie_by_hand():
    fixtures = [finished([1, 2], (7, 4)), finished([1, 2], (7, 4)), finished([1, 1], (4, 7))]
    (meetings,) = head_to_head(fixtures)
    assert (meetings.one, meetings.other, meetings.fixtures) == (4, 7, 3)
    assert meetings.share == pytest.approx(1 / 6)
    assert (meetings.low, meetings.high) == pytest.approx((0.0177, 0.6900), abs=1e-4)


def test_every_pair_of_a_table_has_met():
    found = {(one.one, one.other): one.share for one in head_to_head([finished([2, 1, 2, 4], (1, 2, 3, 4))])}
    assert found == {(1, 2): 0, (1, 3): 0.5, (1, 4): 1, (2, 3): 1, (2, 4): 1, (3, 4): 1}


@given(st.integers(0, 99), st.integers(2, 6))
def test_it_is_what_counting_gives(seed, seats):
    fixtures = season(20, seats, entries=7, seed=seed)
    counted = {}
    for fixture in fixtures:
        for (one, rank), (other, rank2) in combinations(
            sorted(zip(fixture.entries, fixture.ranks, strict=True)), 2
        ):
            counted.setdefault((one, other), []).append((rank < rank2) + (rank == rank2) / 2)
    found = {(one.one, one.other): (one.fixtures, one.share) for one in head_to_head(fixtures)}
    assert found == {pair: (len(won), pytest.approx(sum(won) / len(won))) for pair, won in counted.items()}
    assert all(one.low <= one.share <= one.high for one in head_to_head(fixtures))


def test_nothing_played_gives_nothing():
    assert head_to_head([]) == []
    assert head_to_head([finished([1])]) == []


@pytest.mark.parametrize(
    ("share", "trials", "expected"),
    [(0.0, 3, (0.0, 0.5615)), (0.5, 10, (0.2366, 0.7634)), (1.0, 100, (0.9630, 1.0)), (0.3, 0, (0.0, 1.0))],
)
def test_the_score_interval(share, trials, expected):
    assert tuple(map(float, wilson(share, trials))) == pytest.approx(expected, abs=1e-4)


def test_the_score_interval_holds_the_truth_about_as_often_as_it_says():
    for trials in (10, 30, 100):
        for truth in (0.2, 0.5, 0.7):
            low, high = wilson([won / trials for won in range(trials + 1)], trials)
            held = sum(
                comb(trials, won) * truth**won * (1 - truth) ** (trials - won)
                for won in range(trials + 1)
                if low[won] <= truth <= high[won]
            )
            assert 0.92 < held < 0.98


def test_the_better_rating_of_a_pair_comes_first():
    met = pairs([finished([1, 2], (1, 2), [Rating(20, 3), Rating(30, 4)])])
    assert [column.tolist() for column in met] == [[0], [2], [1], [0.0], [10.0], [25.0]]


def test_tables_of_different_sizes_keep_their_order():
    met = pairs([finished([1, 2]), finished([1, 2, 3]), finished([2, 1])])
    assert met.fixture.tolist() == [0, 1, 1, 1, 2]
    assert met.outcome.tolist() == [1, 1, 1, 1, 0]


def test_equal_values_have_equal_numbers():
    assert numbered(["b", ("a", 1), "b"]).tolist() == [0, 1, 0]
