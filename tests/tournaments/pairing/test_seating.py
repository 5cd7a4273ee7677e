"""The seating: no kin and no repetition while there is a choice; else neighbours in the list meet."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.stages import field, house
from tournaments.pairing.seating import seated


def entries(tables):
    return [table.entries for table in tables]


def all_pairings(entries, seats):
    """Every way to split the entries into tables, the slow way."""
    if not entries:
        yield []
        return
    first, *rest = entries
    for others in combinations(rest, seats - 1):
        for pairing in all_pairings([one for one in rest if one not in others], seats):
            yield [frozenset((first, *others)), *pairing]


@given(st.data(), st.sampled_from([(4, 2), (6, 2), (6, 3), (8, 2), (8, 4), (9, 3)]), st.randoms())
@settings(max_examples=150)
def test_no_table_is_repeated_while_there_is_a_choice(data, size, random):
    n, seats = size
    owners = data.draw(st.lists(st.one_of(st.none(), st.integers(0, 4)), min_size=n, max_size=n))
    pairings = list(all_pairings(range(n), seats))
    met = Counter(
        table for pairing in data.draw(st.lists(st.sampled_from(pairings), max_size=10)) for table in pairing
    )

    def kin(table):
        held = [owners[entry] for entry in table if owners[entry] is not None]
        return len(set(held)) < len(held)

    order = field(owners)
    random.shuffle(order)
    tables = seated(order, seats, met)
    fewest = min((sum(map(kin, pairing)) > 0, max(met[table] for table in pairing)) for pairing in pairings)
    if not fewest[0]:
        assert (
            any(table.kin for table in tables),
            max(met[frozenset(table.entries)] for table in tables),
        ) == fewest


@pytest.mark.parametrize(
    ("n", "seats", "rounds"),
    [(6, 2, 5), (8, 2, 7), (12, 2, 9), (20, 2, 13), (9, 3, 23), (50, 2, 20), (30, 3, 40)],
)
def test_it_does_not_repeat_itself_for_long(n, seats, rounds):
    met = Counter()
    for _ in range(rounds):
        met.update(frozenset(table.entries) for table in seated(field([None] * n), seats, met))
    assert max(met.values()) == 1


@pytest.mark.parametrize("seats", [2, 3, 4, 12])
def test_kin_are_kept_apart_however_they_come(seats, record_property):
    # as many owners as chairs at a table, each with as many entries as there are tables: one of each
    for seed in range(40):
        tables = 2 + seed % 7
        order = field([owner for owner in range(seats) for _ in range(tables)])
        Random(seed).shuffle(order)
        assert not any(table.kin for table in seated(order, seats, {}))
    record_property("seatings", 40)


def test_neighbours_in_the_list_meet():
    assert entries(seated(field([None] * 6), 3, {})) == [(0, 1, 2), (3, 4, 5)]
    assert entries(seated(field([1, 1, 2, 3, 4, 4]), 2, {})) == [(0, 2), (1, 4), (3, 5)]


def test_an_owner_with_more_entries_than_tables_meets_itself_where_it_must():
    tables = seated([*field([7, 7, 7]), *house(2)], 2, {})
    assert sorted(table.kin for table in tables) == [False, True]


def test_the_best_rating_of_a_table_is_named_first():
    assert entries(seated(field([None] * 4)[::-1], 4, {})) == [(0, 1, 2, 3)]


def test_nobody_makes_no_table():
    assert seated([], 4, {}) == []
