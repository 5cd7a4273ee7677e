"""Tables: everyone once, no kin and no repetition while there is a choice, near in rating."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing import Candidate, ladder


def house(seats):
    return [Candidate(-1 - k, 20.0) for k in range(seats - 1)]


def candidates(owners):
    return [Candidate(k, 25.0 - k, owner) for k, owner in enumerate(owners)]


@st.composite
def fields(draw, most=40, sizes=(2, 12)):
    owners = draw(st.lists(st.one_of(st.none(), st.integers(0, 12)), max_size=most))
    mus = draw(st.lists(st.floats(0, 50), min_size=len(owners), max_size=len(owners)))
    entries = [Candidate(k, mu, owner) for k, (mu, owner) in enumerate(zip(mus, owners, strict=True))]
    return entries, draw(st.integers(*sizes))


@given(fields())
@settings(deadline=None)
def test_everyone_sits_exactly_once_and_the_house_fills_what_is_left(field):
    entries, seats = field
    tables = ladder(entries, house(seats), seats)
    assert all(len(table.entries) == seats for table in tables)
    sitting = [entry for table in tables for entry in table.entries]
    empty = -len(entries) % seats
    assert sorted(sitting) == sorted([one.entry for one in entries] + [-1 - k for k in range(empty)])


@given(fields())
@settings(deadline=None)
def test_kin_meet_only_where_an_owner_has_more_entries_than_there_are_tables(field):
    entries, seats = field
    tables = ladder(entries, house(seats), seats)
    owner_of = {one.entry: one.owner for one in entries}
    for table in tables:
        owners = [owner_of[entry] for entry in table.entries if owner_of.get(entry) is not None]
        assert table.kin == (len(set(owners)) < len(owners))
    counts = Counter(one.owner for one in entries if one.owner is not None)
    too_many = sum(max(0, held - len(tables)) for held in counts.values())
    assert sum(table.kin for table in tables) <= too_many


def all_pairings(entries, seats):
    """Every way to split the entries into tables, the slow way."""
    if not entries:
        yield []
        return
    first, *rest = entries
    for others in combinations(rest, seats - 1):
        for pairing in all_pairings([one for one in rest if one not in others], seats):
            yield [frozenset((first, *others)), *pairing]


@given(st.data(), st.sampled_from([(4, 2), (6, 2), (6, 3), (8, 2), (8, 4), (9, 3)]))
@settings(deadline=None, max_examples=150)
def test_no_table_is_repeated_while_there_is_a_choice(data, size):
    n, seats = size
    owners = data.draw(st.lists(st.one_of(st.none(), st.integers(0, 4)), min_size=n, max_size=n))
    pairings = list(all_pairings(range(n), seats))
    met = Counter(
        table for pairing in data.draw(st.lists(st.sampled_from(pairings), max_size=10)) for table in pairing
    )

    def kin(table):
        held = [owners[entry] for entry in table if owners[entry] is not None]
        return len(set(held)) < len(held)

    tables = ladder(candidates(owners), [], seats, met)
    fewest = min((sum(map(kin, pairing)) > 0, max(met[table] for table in pairing)) for pairing in pairings)
    if not fewest[0]:
        assert (
            any(table.kin for table in tables),
            max(met[frozenset(table.entries)] for table in tables),
        ) == fewest


@pytest.mark.parametrize(
    ("n", "seats", "rounds"),
    [(6, 2, 5), (8, 2, 7), (12, 2, 9), (20, 2, 13), (9, 3, 23), (50, 2, 30), (30, 3, 100)],
)
def test_a_ladder_does_not_repeat_itself_for_long(n, seats, rounds):
    met = Counter()
    for _ in range(rounds):
        met.update(frozenset(table.entries) for table in ladder(candidates([None] * n), [], seats, met))
    assert max(met.values()) == 1


def test_neighbours_in_rating_meet():
    tables = ladder(candidates([1, 1, 2, 3, 4, 4]), [], 2)
    assert [table.entries for table in tables] == [(0, 2), (1, 4), (3, 5)]
    assert [table.entries for table in ladder(candidates([None] * 6), [], 3)] == [(0, 1, 2), (3, 4, 5)]


def test_a_house_entry_sits_where_its_rating_is():
    tables = ladder([Candidate(k, mu) for k, mu in enumerate((40.0, 21.0, 39.0))], house(2), 2)
    assert [table.entries for table in tables] == [(0, 2), (1, -1)]


def test_too_small_a_house_is_an_error():
    with pytest.raises(ValueError, match="2 empty chairs and 1 house entries"):
        ladder(candidates([None]), house(2), 3)
