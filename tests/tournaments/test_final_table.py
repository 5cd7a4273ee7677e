"""Ranks that equals share, and medals for leaving somebody behind."""

from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st

from tournaments.final_table import MEDALS, medal, ranks
from tournaments.pairing import Standing


def table(*stages):
    """Of these scores by stage, the last stage first; entries are numbered from 0."""
    numbers = iter(range(1000))
    return ranks([(one, Standing(one, score, 0.0, 0.0)) for score in stage for one in [next(numbers)]]
                 for stage in stages)  # fmt: skip


def medals(found):
    """By place."""
    return [medal(rank, max(found.values())) for rank in found.values()]


def test_those_who_are_equal_in_all_but_their_numbers_share_a_rank():
    assert list(table([5, 3, 3, 1]).values()) == [1, 2, 2, 4]
    different = ranks([[(1, Standing(1, 5, 2, 25)), (2, Standing(2, 5, 2, 24)), (3, Standing(3, 5, 1, 24))]])
    assert list(different.values()) == [1, 2, 3]


def test_who_came_further_is_before_who_did_not_whatever_they_scored():
    assert table([3, 1], [1, 9]) == {0: 1, 1: 2, 2: 3, 3: 4}


def test_a_medal_is_for_leaving_somebody_behind():
    assert medals(table([7])) == [""]
    assert medals(table([7, 5])) == ["gold", ""]
    assert medals(table([7, 5, 4, 3])) == ["gold", "silver", "bronze", ""]
    assert medals(table([7, 7, 5, 3])) == ["gold", "gold", "bronze", ""]
    assert medals(table([7, 5, 5])) == ["gold", "", ""]
    assert medals(table([7, 7, 7])) == ["", "", ""]


@given(st.lists(st.lists(st.integers(0, 3), max_size=6), min_size=1, max_size=3))
def test_no_table_has_as_many_medals_as_entries_and_equals_have_equal_ones(stages):
    stages = [sorted(stage, reverse=True) for stage in stages]
    found = table(*stages)
    given_out = medals(found) if found else []
    assert sum(map(bool, given_out)) <= max(0, len(found) - 1)
    assert [one for one in MEDALS if one in given_out] == list(dict.fromkeys(filter(None, given_out)))
    assert sorted(found.values()) == list(found.values())
    scores = [(at, score) for at, stage in enumerate(stages) for score in stage]
    alike = groupby(zip(scores, given_out, strict=True), key=lambda one: one[0])
    assert all(len({won for _, won in group}) == 1 for _, group in alike)
