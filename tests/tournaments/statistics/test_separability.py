"""Who can be told apart, and after how many matches."""

from math import ceil, inf
from random import Random
from statistics import mean, stdev

import pytest

from tests.tournaments.statistics.test_luck import duplicate
from tournaments.ranking import Rating
from tournaments.statistics.rows import Hand
from tournaments.statistics.separability import groups, interval, needed, separable


def test_the_interval_of_a_skill():
    assert interval(Rating(25, 2)) == pytest.approx((21.08, 28.92), abs=0.001)


def test_two_are_told_apart_by_the_spread_of_their_difference():
    # the difference of two sigmas of 1 has a sigma of 1.414: 2.77 is the line
    assert not separable(Rating(27.7, 1), Rating(25, 1))
    assert separable(Rating(27.8, 1), Rating(25, 1))
    assert separable(Rating(25, 1), Rating(27.8, 1))


def test_groups_part_where_two_neighbours_can_be_told_apart():
    mus = [40.0, 38.0, 30.0, 29.0, 27.5, 20.0]
    table = [(k, Rating(mu, 1.0)) for k, mu in enumerate(mus)]
    assert groups(table) == [[0, 1], [2, 3, 4], [5]]
    assert groups([]) == []


def test_a_wide_newcomer_joins_its_neighbours():
    assert groups([(1, Rating(40, 1)), (2, Rating(25, 8)), (3, Rating(20, 1))]) == [[1, 2, 3]]


def test_matches_needed_by_hand():
    # differences of the two matches: 26 and -10, 30 and -10 on better cards; by deal 8 and 10
    hands = [*duplicate([(30, 4), (20, 10)]), *duplicate([(34, 4), (20, 10)], deal=1)]
    found = needed(hands, 0, 1, power=0.5)
    assert found.difference == 9
    assert found.duplicate == 2 * ceil((1.96 / 9) ** 2 * 2)
    assert found.independent == ceil((1.95996 / 9) ** 2 * ((17**2 + 19**2 + 21**2 + 19**2) / 3))
    assert needed(hands, 1, 0).difference == -9
    assert needed(hands, 0, 1).independent > found.independent


def test_the_luck_of_the_cards_costs_matches_where_it_is_not_played_twice():
    rng = Random(4)
    hands = []
    for deal in range(200):
        cards = rng.gauss(0, 20)
        a, b, c, d = (rng.gauss(0, 3) for _ in range(4))
        hands += duplicate([(cards + 2 + a, b), (cards + c, 2 + d)], deal)
    found = needed(hands, 0, 1)
    assert found.difference == pytest.approx(2, abs=0.5)
    # the variances are 400 + 18 for a match and 9 for the mean of a deal's two
    assert found.independent / found.duplicate == pytest.approx(418 / 18, rel=0.3)


def test_so_many_matches_do_find_the_difference():
    rng = Random(1)
    table = [(deal, match, seat) for deal in range(400) for match in (0, 1) for seat in (0, 1)]
    hands = [Hand(d, (d, m), s, (s + m) % 2, rng.gauss((s + m) % 2, 5)) for d, m, s in table]
    found, sure = needed(hands, 1, 0, power=0.8), 0
    for _ in range(400):
        played = [rng.gauss(found.difference, 5 * 2**0.5) for _ in range(found.duplicate)]
        sure += mean(played) > 1.96 * stdev(played) / len(played) ** 0.5
    assert 0.7 < sure / 400 < 0.9


def test_without_a_difference_no_number_is_enough():
    hands = [*duplicate([(9, 4), (9, 4)]), *duplicate([(7, 7), (7, 7)], deal=1)]
    assert (needed(hands, 0, 1).duplicate, needed(hands, 0, 1).independent) == (None, None)
    assert inf > needed([*hands, *duplicate([(9, 4), (5, 8)], deal=2)], 0, 1).duplicate


def test_one_deal_says_nothing_about_the_next():
    with pytest.raises(ValueError, match="two deals"):
        needed(duplicate([(30, 4), (20, 10)]), 0, 1)


def test_only_matches_with_both_count():
    hands = [*duplicate([(30, 4), (20, 10)]), *duplicate([(34, 4), (20, 10)], deal=1)]
    more = [Hand(9, 9, 0, 0, 500.0), Hand(9, 9, 1, 7, 0.0)]
    assert needed([*hands, *more], 0, 1) == needed(hands, 0, 1)
