"""Who is left out of a fixture leaves points and ranks among the others."""

import pytest

from tests.tournaments.playing import join, work
from tournaments.models import Placing
from tournaments.services import counting

pytestmark = pytest.mark.django_db(transaction=True)

FIGURES = ("fixture_points", "rank")


@pytest.fixture
def table(season):
    join(season, "ann", "bob", "cat")
    work(season, 1)
    return list(Placing.objects.filter(fixture__round__number=1).order_by("number"))


def figures(placings):
    return [(one.fixture_points, one.rank) for one in placings]


def test_counting_again_gives_what_was_written_at_the_finish(table):
    before = figures(table)
    counting.count([table])
    assert figures(table) == before
    assert sum(points for points, _ in before) == 3 * 3  # three comparisons a seat


def test_the_others_are_compared_among_themselves(table):
    gone, *others = table
    counting.count([table], {gone.entry_id})
    assert (gone.fixture_points, gone.rank) == (None, None)
    assert sum(one.fixture_points for one in others) == 3
    assert sorted(one.rank for one in others) in ([1, 2], [1, 1])


def test_one_alone_has_beaten_nobody(table):
    counting.count([table], {table[0].entry_id, table[2].entry_id})
    assert figures(table) == [(None, None), (0, 1), (None, None)]
