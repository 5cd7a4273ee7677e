"""A round of a season's ratings: the same whatever its tables finish in."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.ranking import BETA, DRAW_PROBABILITY, SIGMA, TAU, Rating
from tournaments.settling import Constants, Table, settled, widened

FROZEN = Constants(BETA, TAU, DRAW_PROBABILITY, SIGMA / 4)


@st.composite
def seasons(draw):
    """Ratings, and rounds in each of which every entry sits at one table at most; some are kin."""
    entries = draw(st.integers(2, 12))
    rating = st.builds(Rating, st.floats(10, 40), st.floats(0.8, SIGMA))
    ratings = {entry: draw(rating) for entry in range(entries)}
    rounds = []
    for _ in range(draw(st.integers(1, 4))):
        order, tables = draw(st.permutations(range(entries))), []
        while order:
            seats = min(len(order), draw(st.integers(1, 5)))
            ranks = draw(st.lists(st.integers(1, seats), min_size=seats, max_size=seats))
            tables.append(Table(tuple(order[:seats]), tuple(ranks), draw(st.booleans())))
            order = order[seats:]
        rounds.append((tables, draw(st.sets(st.integers(0, entries - 1)))))
    return ratings, rounds


def played(ratings, rounds, mix):
    """The ratings after each round, whose tables finish in the order that `mix` gives them."""
    after = []
    for tables, renewed in rounds:
        ratings = widened(ratings, renewed, FROZEN)
        order = mix(tables)
        for table, changes in zip(order, settled(ratings, order, FROZEN), strict=True):
            ratings |= {entry: one.after for entry, one in zip(table.entries, changes, strict=True)}
        after.append(ratings)
    return after


@given(seasons(), st.randoms())
@settings(deadline=None, max_examples=100)
def test_no_order_in_which_tables_finish_changes_a_figure(season, rng):
    ratings, rounds = season
    expected = played(ratings, rounds, list)
    assert played(ratings, rounds, lambda tables: rng.sample(tables, len(tables))) == expected


@given(seasons())
@settings(deadline=None, max_examples=50)
def test_kin_and_who_sits_alone_are_not_rated(season):
    ratings, [(tables, _), *_] = season
    for table, changes in zip(tables, settled(ratings, tables, FROZEN), strict=True):
        same = all(change.before == change.after for change in changes)
        assert same == (table.kin or len(table.entries) < 2)
