"""The ladder: near in rating, for as long as the season lasts."""

from dataclasses import replace

from tests.tournaments.pairing.stages import after, by_strength, candidate, field, stage
from tournaments.pairing import Ladder, Played
from tournaments.pairing.ladder import MEMORY
from tournaments.ranking import Rating


def entries(tables):
    return [table.entries for table in tables]


def test_neighbours_in_rating_meet():
    assert entries(Ladder().draw(stage(field([None] * 6), 3))) == [(0, 1, 2), (3, 4, 5)]


def test_a_house_entry_sits_where_its_rating_is():
    rated = [candidate(k, mu) for k, mu in enumerate((40.0, 21.0, 39.0))]
    assert entries(Ladder().draw(stage(rated, 2))) == [(0, 2), (1, -1)]


def test_a_table_is_forgotten_after_so_many_rounds():
    four = field([None] * 4)
    both = [Played((0, 1)), Played((2, 3))]
    others = [Played((0, 2)), Played((1, 3))]
    assert entries(Ladder().draw(stage(four, 2, [both, *[others] * (MEMORY - 1)]))) == [(0, 3), (1, 2)]
    assert entries(Ladder().draw(stage(four, 2, [both, *[others] * MEMORY])))[0] == (0, 1)


def test_it_ends_after_its_rounds_if_it_has_a_number_of_them():
    begun = stage(field([None] * 4), 2)
    assert Ladder().length(begun) is None
    assert Ladder(rounds=1).length(begun) == 1
    assert Ladder(rounds=1).draw(after(begun, map(by_strength, Ladder().draw(begun)))) == []


def test_it_ranks_by_score_not_by_mu():
    sure, new = candidate(1, 24.0), replace(candidate(2), rating=Rating(30.0, 8.0))
    assert [one.entry for one in Ladder().ranking(stage([new, sure], 2))] == [1, 2]
