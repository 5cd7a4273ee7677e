"""The knockout: of each table the better half goes on, until one is left."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.stages import (
    after,
    candidate,
    field,
    fields,
    finish,
    house,
    played_out,
    settled,
    stage,
)
from tournaments.pairing import Knockout, Played, Stage


def entries(tables):
    return [table.entries for table in tables]


def order(format, stage):
    return [one.entry for one in format.ranking(stage)]


def test_eight_with_the_better_winning():
    end = played_out(Knockout(), stage(field([None] * 8), 2))
    assert [{frozenset(table.entries) for table in tables} for tables in end.rounds] == [
        {frozenset(pair) for pair in ((0, 7), (1, 6), (2, 5), (3, 4))},
        {frozenset((0, 3)), frozenset((1, 2))},
        {frozenset((0, 1))},
    ]
    assert order(Knockout(), end) == list(range(8))
    assert [one.points for one in Knockout().ranking(end)] == [3, 2, 1, 1, 0, 0, 0, 0]


def test_at_tables_of_four_two_go_on_and_from_the_final_one():
    end = played_out(Knockout(), stage(field([None] * 8), 4))
    assert [entries_of(tables) for tables in end.rounds] == [[{0, 3, 5, 7}, {1, 2, 4, 6}], [{0, 1, 2, 3}]]
    assert order(Knockout(), end) == list(range(8))
    assert Knockout().draw(end) == []


def entries_of(tables):
    return sorted((set(table.entries) for table in tables), key=min)


def test_the_better_half_of_three_is_two():
    rounds = [[Played((0, 1, 2), (2, 1, 3)), Played((3, 4, 5), (1, 2, 3))]]
    assert set(Knockout().draw(stage(field([None] * 6), 3, rounds))[0].entries) & {2, 5} == set()
    assert len(Knockout().draw(stage(field([None] * 6), 3, rounds))) == 2


def test_an_odd_one_meets_the_house_and_goes_on_whatever_happens():
    begun = stage(field([None] * 3), 2)
    assert entries(Knockout().draw(begun)) == [(0, -1), (1, 2)]
    second = after(begun, [Played((0, -1), (2, 1)), Played((1, 2), (2, 1))])
    assert entries(Knockout().draw(second)) == [(0, 2)]


def test_the_house_never_goes_on_though_it_is_better():
    rounds = [[Played((0, 1, -1), (2, 3, 1)), Played((2, 3, -2), (3, 2, 1))]]
    assert entries(Knockout().draw(stage(field([None] * 4), 3, rounds)))[0] == (0, 3, -1)


def test_a_tie_across_the_line_asks_for_one_more_deal():
    rounds = [[Played((0, 1, 2, 3), (1, 2, 2, 4)), Played((4, 5, 6, 7), (1, 1, 3, 3))]]
    tied = stage(field([None] * 8), 4, rounds)
    assert Knockout().undecided(tied) == [0]
    with pytest.raises(ValueError, match="one more deal"):
        Knockout().draw(tied)
    broken = replace(rounds[0][0], extra=(4, 3, 2, 1))
    assert entries(Knockout().draw(replace(tied, rounds=[[broken, rounds[0][1]]]))) == [(0, 2, 4, 5)]


def test_a_tie_after_that_is_broken_by_rating_then_by_entry():
    equal = Played((3, 2), (1, 1), extra=(1, 1))
    assert order(Knockout(), stage([candidate(2, 20.0), candidate(3, 30.0)], 2, [[equal]])) == [3, 2]
    assert order(Knockout(), stage([candidate(2), candidate(3)], 2, [[equal]])) == [2, 3]


def test_a_tie_with_the_house_or_above_the_line_is_none():
    rounds = [[Played((0, -1, 1), (1, 1, 3)), Played((2, 3, 4), (1, 1, 3))]]
    assert Knockout().undecided(stage(field([None] * 5), 3, rounds)) == []


def test_a_void_table_sends_nobody_home():
    rounds = [[Played((0, 3)), Played((1, 2), (1, 2))]]
    assert entries(Knockout().draw(stage(field([None] * 4), 2, rounds))) == [(0, -1), (1, 3)]


def test_who_withdraws_is_not_drawn_and_comes_before_those_who_lost():
    rounds = [[Played((0, 3), (1, 2)), Played((1, 2), (1, 2))]]
    four = [replace(one, playing=one.entry != 0) for one in field([None] * 4)]
    assert Knockout().draw(stage(four, 2, rounds)) == []
    assert order(Knockout(), stage(four, 2, rounds)) == [1, 0, 2, 3]


@given(fields(most=60), st.booleans(), st.randoms())
@settings(max_examples=100)
def test_it_ends_with_one_and_takes_as_long_as_was_said(stage, kin, rng):
    kept = [replace(one, owner=one.owner if kin else None) for one in stage.candidates]
    stage = replace(stage, candidates=kept)
    end = played_out(Knockout(), stage, lambda table: finish(table, rng))
    winners = [one for one in Knockout().ranking(end) if one.points == len(end.rounds)]
    assert len(winners) == min(1, len(kept))
    if not kin or stage.seats == 2:
        assert len(end.rounds) == Knockout().length(stage)


@given(fields(most=60, least=1), st.randoms())
@settings(max_examples=100)
def test_of_each_table_half_go_on_rounded_up_and_the_better_ones(stage, rng):
    tables = Knockout().draw(stage)
    if len(tables) < 2:
        return
    played = settled(Knockout(), after(stage, [finish(table, rng) for table in tables]), rng)
    on = {entry for table in Knockout().draw(played) for entry in table.entries if entry >= 0}
    for table in played.rounds[0]:
        rank = dict(zip(table.entries, table.ranks, strict=True))
        competing = [entry for entry in table.entries if entry >= 0]
        assert len(on & set(competing)) == (len(competing) + 1) // 2
        out = [rank[entry] for entry in competing if entry not in on]
        assert max(rank[entry] for entry in on & set(competing)) <= min(out, default=99)


def test_double_elimination_of_four_with_the_final_played_again():
    format, running = Knockout(double=True), stage(field([None] * 4), 2)
    script = [
        [((0, 3), (1, 2)), ((1, 2), (1, 2))],
        [((0, 1), (1, 2)), ((2, 3), (1, 2))],  # 3 is out
        [((0, -1), (2, 1)), ((1, 2), (1, 2))],  # 2 is out; a defeat by the house is none
        [((0, 1), (2, 1))],  # the first defeat of 0
        [((0, 1), (2, 1))],
    ]
    for played in script:
        assert {frozenset(pair) for pair, _ in played} == {frozenset(t.entries) for t in format.draw(running)}
        running = after(running, [Played(*pair) for pair in played])
    assert format.draw(running) == []
    assert order(format, running) == [1, 0, 2, 3]


def test_without_that_defeat_the_final_is_played_once():
    end = played_out(Knockout(double=True), stage(field([None] * 4), 2))
    assert len(end.rounds) == 4
    assert order(Knockout(double=True), end) == [0, 1, 2, 3]


@given(fields(most=40, sizes=(2, 2)), st.randoms())
@settings(max_examples=100)
def test_in_a_double_elimination_everyone_but_the_winner_is_beaten_twice(stage, rng):
    format = Knockout(double=True)
    end = played_out(format, stage, lambda table: finish(table, rng, ties=0))
    beaten = Counter(
        max(zip(table.ranks, table.entries, strict=True))[1]
        for tables in end.rounds
        for table in tables
        if min(table.entries) >= 0
    )
    winner, *others = order(format, end) or [None]
    assert {beaten[entry] for entry in others} <= {2}
    assert beaten[winner] < 2


def test_who_has_lost_meets_who_has_lost_and_nobody_the_same_again():
    rng = Random(3)
    for n in range(8, 24):
        begun = stage(field([None] * n), 2)
        end = played_out(Knockout(double=True), begun, lambda one: finish(one, rng, ties=0))
        first = [frozenset(table.entries) for tables in end.rounds[:3] for table in tables]
        assert len(first) == len(set(first))
        losers = {max(zip(t.ranks, t.entries, strict=True))[1] for t in end.rounds[0] if min(t.entries) >= 0}
        mixed = [t for t in end.rounds[1] if min(t.entries) >= 0 and len(losers & set(t.entries)) == 1]
        assert len(mixed) <= 1


def test_the_unbeaten_wait_at_the_house_while_the_beaten_play_even_a_second_time():
    rounds = [
        [Played((0, 3), (1, 2)), Played((1, 2), (1, 2))],
        [Played((0, 1), (1, 2)), Played((2, 3), (1, 2))],
    ]
    format = Knockout(double=True)
    assert entries(format.draw(stage(field([None] * 4), 2, rounds))) == [(0, -1), (1, 2)]
    kin = field([None, 1, 1, None])
    assert not any(table.kin for table in format.draw(stage(kin, 2, rounds)))


def test_double_elimination_is_for_tables_of_two():
    with pytest.raises(ValueError, match="tables of two"):
        Knockout(double=True).draw(Stage(3, field([None] * 4), house(3)))
