"""The round robin: each pair meets at least so many times, within the number of rounds that was stated."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.stages import after, by_strength, field, played_out, stage
from tournaments.pairing import Played, RoundRobin

SIZES = [(n, seats) for seats in range(2, 13) for n in (2, 3, 5, 8, 9, 12, 13, 16, 25)]


def meetings(end):
    """How often each pair of entries has sat at a table."""
    tables = [table.entries for tables in end.rounds for table in tables]
    return Counter(frozenset(pair) for entries in tables for pair in combinations(entries, 2))


@pytest.mark.parametrize(("n", "seats"), SIZES)
def test_each_pair_meets_within_the_stated_number_of_rounds(n, seats, record_property):
    for times in (1, 2):
        format, begun = RoundRobin(meetings=times), stage(field([None] * n), seats)
        end = played_out(format, begun)
        met = meetings(end)
        assert all(met[frozenset(pair)] >= times for pair in combinations(range(n), 2))
        assert len(end.rounds) == format.length(begun)
    record_property("pairs", n * (n - 1) // 2)


@pytest.mark.parametrize(("n", "seats"), SIZES)
def test_it_takes_at_most_two_and_a_half_times_the_rounds_that_no_schedule_can_do_without(n, seats):
    fewest = -(-(n - 1) // (seats - 1))
    assert RoundRobin().length(stage(field([None] * n), seats)) <= 2.5 * fewest + (n % seats > 0)


@given(st.integers(2, 30), st.integers(1, 3))
@settings(max_examples=40)
def test_at_tables_of_two_each_pair_meets_exactly_so_many_times(n, times):
    end = played_out(RoundRobin(meetings=times), stage(field([None] * n), 2))
    met = {pair: count for pair, count in meetings(end).items() if min(pair) >= 0}
    assert set(met.values()) == {times}
    assert len(end.rounds) == times * (n - 1 + n % 2)


def test_the_circle_of_four_and_of_five():
    four = played_out(RoundRobin(), stage(field([None] * 4), 2))
    rounds = [[set(table.entries) for table in tables] for tables in four.rounds]
    assert rounds == [[{0, 3}, {1, 2}], [{0, 1}, {2, 3}], [{0, 2}, {1, 3}]]
    five = played_out(RoundRobin(), stage(field([None] * 5), 2))
    assert sorted(entry for pair in meetings(five) if -1 in pair for entry in pair - {-1}) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(("n", "seats"), [(9, 3), (13, 3), (12, 4), (17, 4), (25, 5), (26, 12)])
@pytest.mark.parametrize("times", [1, 2])
def test_no_table_is_repeated_and_kin_meet_only_as_often_as_they_have_to(n, seats, times):
    owners = [k // 2 for k in range(n)]
    end = played_out(RoundRobin(meetings=times), stage(field(owners), seats))
    tables = Counter(frozenset(table.entries) for tables in end.rounds for table in tables)
    assert set(tables.values()) == {1}
    kin = {frozenset((k, k + 1)) for k in range(0, n - 1, 2)}
    assert {count for pair, count in meetings(end).items() if pair in kin} == {times}


@given(st.integers(3, 14), st.integers(2, 5), st.randoms())
@settings(max_examples=60)
def test_those_who_stay_still_meet_when_others_withdraw(n, seats, rng):
    running, leavers = stage(field([None] * n), seats), rng.sample(range(n), n // 3)
    while tables := RoundRobin().draw(running):
        running = after(running, map(by_strength, tables))
        gone = leavers[: len(running.rounds)]
        kept = [replace(one, playing=one.entry not in gone) for one in running.candidates]
        running = replace(running, candidates=kept)
    met, left = meetings(running), [one.entry for one in running.playing]
    assert all(met[frozenset(pair)] for pair in combinations(left, 2))


def test_the_ranking_is_by_share_then_by_whom_one_has_beaten():
    # 0 beats 1, 1 beats 2, 2 beats 0; all beat 3, but 2 only ties with it
    won = [((0, 3), (1, 2)), ((0, 1), (1, 2)), ((2, 0), (1, 2))]
    others = [((1, 2), (1, 2)), ((2, 3), (1, 1)), ((1, 3), (1, 2))]
    rounds = [[Played(*one), Played(*other)] for one, other in zip(won, others, strict=True)]
    ranking = RoundRobin().ranking(stage(field([None] * 4), 2, rounds))
    assert [one.entry for one in ranking] == [0, 1, 2, 3]
    assert [one.points for one in ranking] == pytest.approx([2 / 3, 2 / 3, 1 / 2, 1 / 6])
    assert [one.tiebreak for one in ranking] == pytest.approx([5 / 18, 2 / 9, 1 / 4, 1 / 12])
