"""The Swiss system: entries that have done equally well meet."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.stages import after, by_strength, field, finish, played_out, stage
from tournaments.pairing import Played, Swiss
from tournaments.pairing.scores import shares


def entries(tables):
    return [table.entries for table in tables]


def test_the_first_round_lets_the_upper_half_meet_the_lower():
    assert entries(Swiss(3).draw(stage(field([None] * 8), 2))) == [(0, 4), (1, 5), (2, 6), (3, 7)]
    assert entries(Swiss(3).draw(stage(field([None] * 6), 3))) == [(0, 2, 4), (1, 3, 5)]


def test_winners_meet_winners_by_halves_of_their_group():
    begun = stage(field([None] * 8), 2)
    second = after(begun, map(by_strength, Swiss(3, lag=0).draw(begun)))
    assert entries(Swiss(3, lag=0).draw(second)) == [(0, 2), (1, 3), (4, 6), (5, 7)]


def test_with_a_lag_the_last_round_does_not_count_yet():
    begun = stage(field([None] * 8), 2)
    second = after(begun, map(by_strength, Swiss(3).draw(begun)))
    assert entries(Swiss(3).draw(second)) == [(0, 5), (1, 4), (2, 7), (3, 6)]


def test_kin_of_the_first_tier_exchange_partners_with_the_next_table():
    owners = [1, None, None, None, 1, None, None, None]
    assert entries(Swiss(3).draw(stage(field(owners), 2)))[:2] == [(0, 5), (1, 4)]


def test_the_last_of_an_odd_group_floats_down_and_the_house_joins_the_last():
    won = [Played((0, 4), (1, 2)), Played((1, 3), (1, 2)), Played((2, -1), (1, 2))]
    five = stage(field([None] * 5), 2, [won])
    assert entries(Swiss(3, lag=0).draw(five)) == [(0, 1), (2, 4), (3, -1)]


def test_it_ends_after_its_rounds_and_the_strongest_has_won():
    format = Swiss(4, lag=0)
    begun = stage(field([None] * 16), 2)
    end = played_out(format, begun)
    assert len(end.rounds) == format.length(begun) == 4
    ranking = format.ranking(end)
    assert (ranking[0].entry, ranking[0].points) == (0, 1.0)
    assert [one.points for one in ranking].count(0.75) == 4
    assert (ranking[-1].entry, ranking[-1].points) == (15, 0.0)


@given(st.integers(2, 40), st.integers(1, 9), st.randoms())
@settings(max_examples=60)
def test_nobody_meets_the_same_opponent_twice_in_half_a_round_robin(n, rounds, rng):
    rounds = min(rounds, n // 2)
    end = played_out(Swiss(rounds, lag=0), stage(field([None] * n), 2), lambda one: finish(one, rng))
    tables = [frozenset(table.entries) for tables in end.rounds for table in tables]
    assert len(tables) == len(set(tables)) == rounds * -(-n // 2)


def test_a_share_counts_who_was_beaten_and_half_of_who_tied():
    table = Played((5, 6, 7, 8), (1, 2, 2, 4))
    assert {entry: float(share) for entry, share in shares([[table]]).items()} == {5: 1, 6: 0.5, 7: 0.5, 8: 0}


def test_a_void_table_excuses_its_entries():
    rounds = [[Played((0, 1)), Played((2, 3), (1, 2))]]
    ranking = Swiss(3).ranking(stage(field([None] * 4), 2, rounds))
    assert [(one.entry, one.points) for one in ranking] == [(2, 1.0), (0, 0.5), (1, 0.5), (3, 0.0)]
    four = stage(field([None] * 4), 2, rounds)
    assert entries(Swiss(3, lag=0).draw(four)) == [(0, 2), (1, 3)]


def test_equal_shares_are_told_apart_by_the_opponents():
    # 0 and 1 have one win each, 1 against the better opponent
    first = [Played((0, 3), (1, 2)), Played((1, 2), (1, 2))]
    rounds = [first, [Played((2, 3), (1, 2)), Played((0, 1), (1, 1))]]
    ranking = Swiss(2).ranking(stage(field([None] * 4), 2, rounds))
    assert [one.entry for one in ranking] == [1, 0, 2, 3]
    assert [one.tiebreak for one in ranking][:2] == [0.625, 0.375]
