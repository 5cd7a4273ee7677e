"""Lists in which those who should meet are neighbours."""

from tests.tournaments.pairing.stages import field
from tournaments.pairing.groups import fold, listed, pools, slide


def numbers(members):
    return [one.entry for one in members]


def test_the_last_of_a_group_float_to_the_next_before_its_own():
    nine = field([None] * 9)
    assert [numbers(pool) for pool in pools([nine[:5], nine[5:6], nine[6:]], 3)] == [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
    ]
    assert [numbers(pool) for pool in pools([nine[:2], nine[2:6]], 3)] == [[], [0, 1, 2, 3, 4, 5]]


def test_tiers_slide_or_fold():
    six = field([None] * 6)
    assert [numbers(table) for table in slide(six, 2)] == [[0, 3], [1, 4], [2, 5]]
    assert [numbers(table) for table in slide(six, 3)] == [[0, 2, 4], [1, 3, 5]]
    assert [numbers(table) for table in fold(six, 2)] == [[0, 5], [1, 4], [2, 3]]
    assert [numbers(table) for table in fold(six, 3)] == [[0, 3, 5], [1, 2, 4]]
    assert slide([], 3) == fold([], 3) == []


def test_every_other_table_is_written_backwards():
    assert numbers(listed(field([None] * 6), 2, fold)) == [0, 5, 4, 1, 2, 3]
