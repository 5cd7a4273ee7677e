"""The figures: against the `trueskill` package, against published tables, against common sense."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments import oracle
from tournaments.ranking import BETA, DRAW_PROBABILITY, MU, SIGMA, TAU, Rating, rate

DEFAULTS = {"beta": BETA, "tau": TAU, "draw_probability": DRAW_PROBABILITY}


@st.composite
def tables(draw):
    n = draw(st.integers(2, 12))
    ratings = st.builds(Rating, st.floats(10, 40), st.floats(0.8, SIGMA))
    return (
        draw(st.lists(ratings, min_size=n, max_size=n)),
        draw(st.lists(st.integers(1, n), min_size=n, max_size=n)),
    )


@given(tables())
@settings(max_examples=300)
def test_the_package_gives_the_same_table(table):
    ratings, ranks = table
    ours = rate(ratings, ranks)
    assert oracle.distance(ours, oracle.rate(ratings, ranks, **DEFAULTS)) < 1e-9


def test_with_its_own_normal_distribution_it_gives_the_same_season():
    # which is good to 1e-7 only, so its table is good to a little more than 1e-6
    random = Random(7)
    ratings = [Rating()] * 30
    for _ in range(200):
        table = random.sample(range(30), random.randint(2, 6))
        ranks = [k + random.gauss(0, 8) for k in table]
        before = [ratings[k] for k in table]
        after = rate(before, ranks)
        assert oracle.distance(after, oracle.rate(before, ranks, **DEFAULTS, normal=None)) < 2e-6
        for k, rating in zip(table, after, strict=True):
            ratings[k] = rating


@given(tables(), st.floats(1, 9), st.floats(0, 1), st.floats(0.01, 0.6))
@settings(max_examples=100)
def test_so_it_does_with_other_constants(table, beta, tau, draw_probability):
    ratings, ranks = table
    season = {"beta": beta, "tau": tau, "draw_probability": draw_probability}
    assert oracle.distance(rate(ratings, ranks, **season), oracle.rate(ratings, ranks, **season)) < 1e-8


# Printed by Microsoft Research's calculator, quoted by Moserware (2010); the last digit may be cut.
@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ([1, 2], [(29.396, 7.171), (20.604, 7.171)]),
        ([1, 1], [(25.000, 6.458), (25.000, 6.458)]),
        ([1, 2, 3], [(31.675, 6.656), (25.000, 6.208), (18.325, 6.656)]),
        ([1, 1, 1], [(25.000, 5.698), (25.000, 5.695), (25.000, 5.698)]),
        ([1, 2, 3, 4], [(33.207, 6.348), (27.401, 5.787), (22.599, 5.787), (16.793, 6.348)]),
        (
            [1, 2, 3, 4, 5],
            [(34.363, 6.136), (29.058, 5.536), (25.000, 5.420), (20.942, 5.536), (15.637, 6.136)],
        ),
    ],
)
def test_published_tables_of_newcomers(ranks, expected):
    for rating, printed in zip(rate([Rating()] * len(ranks), ranks), expected, strict=True):
        assert rating == pytest.approx(printed, abs=0.001)


def test_published_tables_of_eight_and_sixteen():
    eight = rate([Rating()] * 8, range(8))
    assert [r.mu for r in eight[:4]] == pytest.approx([36.771, 32.242, 29.074, 26.322], abs=0.001)
    sixteen = rate([Rating()] * 16, range(16))
    assert sixteen[0] == pytest.approx((40.539, 5.276), abs=0.001)


def test_an_upset_moves_more_than_what_was_expected():
    strong, weak = Rating(30, 4), Rating(20, 4)
    assert rate([strong, weak], [2, 1])[1].mu - 20 > rate([weak, strong], [2, 1])[1].mu - 30


@pytest.mark.parametrize("n", [2, 3, 6])
@pytest.mark.parametrize("tied", [False, True])
def test_a_result_that_nobody_would_have_believed_still_has_figures(n, tied):
    ratings = [Rating(2500.0 * k, 0.1) for k in range(n)]
    for rating in rate(ratings, [1] * n if tied else range(n), beta=0.5, tau=0.01):
        assert rating.sigma > 0
        assert abs(rating.mu) < 2500 * n


@given(tables(), st.randoms())
@settings(max_examples=50)
def test_the_order_of_the_players_says_nothing_where_no_two_tie(table, random):
    ratings, _ = table
    ranks = list(range(len(ratings)))
    order = ranks[:]
    random.shuffle(order)
    shuffled = rate([ratings[k] for k in order], [ranks[k] for k in order])
    expected = rate(ratings, ranks)
    assert shuffled == [expected[k] for k in order]


@pytest.mark.parametrize(
    ("ratings", "ranks", "draws"),
    [
        ([Rating()], [1], 0.1),
        ([Rating()] * 3, [1, 2], 0.1),
        ([Rating()] * 2, [1, 2], 0),
        ([Rating()] * 2, [1, 1], 1),
    ],
)
def test_nonsense_is_refused(ratings, ranks, draws):
    with pytest.raises(ValueError, match=r"ratings|draw probability"):
        rate(ratings, ranks, draw_probability=draws)


def test_a_new_version_is_less_certain_but_never_more_than_a_newcomer():
    assert Rating(30, 3).widened(4) == (30, 5)
    assert Rating(30, 8).widened(4) == (30, SIGMA)
    assert Rating().score == MU - 3 * SIGMA
