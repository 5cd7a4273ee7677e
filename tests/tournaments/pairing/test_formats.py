"""What holds for every format, whatever the results."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.stages import after, field, fields, finish, house, settled, stage
from tournaments.pairing import FORMATS, Knockout, Ladder, Played, RoundRobin, Stage, Swiss

LADDERS = [Ladder(), Ladder(rounds=6)]
ROBINS = [RoundRobin(), RoundRobin(meetings=2)]
OTHERS = [Swiss(6), Swiss(6, lag=0), Knockout()]
ALL = [*LADDERS, *ROBINS, *OTHERS]


def rounds_of(format, stage, rng, most=6):
    """The stage before each of its rounds and the tables drawn; in between entries may withdraw."""
    for _ in range(most):
        tables = format.draw(stage)
        yield stage, tables
        if not tables:
            return
        stage = settled(format, after(stage, [finish(table, rng) for table in tables]), rng)
        leaver = rng.randrange(len(stage.candidates) * 4)
        kept = [replace(one, playing=one.playing and one.entry != leaver) for one in stage.candidates]
        stage = replace(stage, candidates=kept)


def still_in(format, stage):
    """Those who must sit in the next round: a knockout's are those who have not been sent home."""
    ranking = format.ranking(stage)
    playing = {one.entry for one in stage.playing}
    alive = len(stage.rounds)
    return {one.entry for one in ranking if not isinstance(format, Knockout) or one.points == alive} & playing


@given(fields(most=30, least=1), st.sampled_from(ALL), st.randoms())
@settings(max_examples=100)
def test_everyone_sits_once_a_round_and_the_house_fills_the_chairs(stage, format, rng):
    for before, tables in rounds_of(format, stage, rng):
        if not tables:
            continue
        sitting = Counter(entry for table in tables for entry in table.entries)
        assert set(sitting.values()) == {1}
        assert all(len(table.entries) == stage.seats for table in tables)
        assert {entry for entry in sitting if entry >= 0} == still_in(format, before)
        assert sum(entry < 0 for entry in sitting) < stage.seats


@given(fields(most=30), st.sampled_from([*LADDERS, *OTHERS]), st.randoms())
@settings(max_examples=100)
def test_kin_meet_only_where_an_owner_has_more_entries_than_there_are_tables(stage, format, rng):
    owner_of = {one.entry: one.owner for one in stage.candidates}
    for _, tables in rounds_of(format, stage, rng):
        sitting = Counter(owner_of.get(entry) for table in tables for entry in table.entries)
        too_many = sum(max(0, held - len(tables)) for owner, held in sitting.items() if owner is not None)
        assert sum(table.kin for table in tables) <= too_many


@given(fields(most=30), st.sampled_from(ALL), st.randoms())
@settings(max_examples=60)
def test_a_table_with_two_of_one_owner_is_marked(stage, format, rng):
    owner_of = {one.entry: one.owner for one in stage.candidates}
    for _, tables in rounds_of(format, stage, rng):
        for table in tables:
            owners = [owner_of[entry] for entry in table.entries if owner_of.get(entry) is not None]
            assert table.kin == (len(set(owners)) < len(owners))


@given(fields(most=24), st.sampled_from(ALL), st.randoms())
@settings(max_examples=60)
def test_equal_stages_give_equal_rounds_in_whatever_order_the_entries_come(stage, format, rng):
    for before, tables in rounds_of(format, stage, rng, most=4):
        shuffled = sorted(before.candidates, key=lambda _: rng.random())
        again = replace(before, candidates=shuffled)
        assert format.draw(again) == tables
        assert format.ranking(again) == format.ranking(before)


@given(fields(most=24, least=2), st.sampled_from([one for one in ALL if one.lag]), st.randoms())
@settings(max_examples=60)
def test_results_of_an_unfinished_round_have_no_influence(stage, format, rng):
    for before, _ in rounds_of(format, stage, rng, most=4):
        if before.rounds:
            hidden = [Played(table.entries) for table in before.rounds[-1]]
            blind = replace(before, rounds=(*before.rounds[:-1], tuple(hidden)))
            assert format.draw(blind) == format.draw(before)


@given(fields(most=24), st.sampled_from(ALL), st.randoms())
@settings(max_examples=60)
def test_a_ranking_names_everyone_once_and_the_better_figures_first(stage, format, rng):
    *_, (end, _) = rounds_of(format, stage, rng)
    ranking = format.ranking(end)
    assert sorted(one.entry for one in ranking) == sorted(one.entry for one in stage.candidates)
    assert [one.points for one in ranking] == sorted((one.points for one in ranking), reverse=True)


@pytest.mark.parametrize("format", ALL)
def test_too_small_a_house_is_an_error(format):
    with pytest.raises(ValueError, match="2 empty chairs and 1 house entries"):
        format.draw(Stage(3, field([None] * 4), house(2)))


@pytest.mark.parametrize("format", ALL)
def test_without_entries_there_are_no_tables(format):
    assert format.draw(stage([], 4)) == []


def test_each_format_has_its_name():
    assert list(FORMATS) == ["ladder", "round_robin", "swiss", "knockout"]
    for name, made in FORMATS.items():
        assert made.__name__.lower() == name.replace("_", "")


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 4, 12])
@pytest.mark.parametrize("format", ALL)
def test_five_thousand_entries_are_paired(format, seats, record_property):
    rng = Random(seats)
    wide = stage(field([rng.randrange(3000) for _ in range(5000)]), seats)
    for _, tables in rounds_of(format, wide, rng, most=3):
        assert len({entry for table in tables for entry in table.entries}) == len(tables) * seats
        record_property("tables", len(tables))
