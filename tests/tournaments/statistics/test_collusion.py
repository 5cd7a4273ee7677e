"""Pairs that do better together than apart."""

from dataclasses import replace

import pytest

from tests.tournaments.statistics.seasons import finished, season
from tournaments.ranking import BETA, Rating
from tournaments.statistics.collusion import LEAST, collusion


def test_two_who_help_each_other_are_found():
    for seats in (3, 4, 6):
        fixtures = season(4000, seats, entries=20, favour=(3, 8), gift=2 * BETA, seed=seats)
        first, *others = collusion(fixtures, tau=0)
        assert (first.one, first.other) == (3, 8)
        assert first.p < 0.01
        assert first.excess > 0.1
        assert first.z > others[0].z


def test_of_twenty_honest_seasons_hardly_one_accuses_anybody(record_property):
    reports = [collusion(season(1500, 4, entries=20, seed=seed), tau=0) for seed in range(20)]
    record_property("pairs", sum(map(len, reports)))
    assert {len(report) for report in reports} == {190}
    assert sum(report[0].p < 0.05 for report in reports) <= 2


def test_its_z_spreads_like_a_normal_distribution_where_all_are_honest():
    zs = [one.z for seed in range(6) for one in collusion(season(1500, 4, entries=20, seed=seed), tau=0)]
    mean = sum(zs) / len(zs)
    assert mean == pytest.approx(0, abs=0.15)
    assert (sum((z - mean) ** 2 for z in zs) / len(zs)) ** 0.5 == pytest.approx(1, abs=0.15)


def test_to_be_rated_too_low_is_no_reason():
    def underrated(one):
        rated = zip(one.entries, one.before, strict=True)
        return replace(one, before=tuple(Rating(r.mu - 4 * (e in (3, 8)), 0.0) for e, r in rated))

    fixtures = [underrated(one) for one in season(3000, 4, entries=20, seed=11)]
    assert min(one.p for one in collusion(fixtures, tau=0)) > 0.05


def test_tables_of_two_and_few_common_tables_say_nothing():
    assert collusion(season(500, 2, entries=6)) == []
    together = [finished([1, 2, 3], (1, 2, 3))] * (LEAST - 1)
    apart = [finished([1, 2, 3], (k, 10 + k, 20 + k)) for k in (1, 2, 3) for _ in range(LEAST)]
    assert collusion(together + apart) == []
    enough = collusion(together[:1] * LEAST + apart)
    assert [(one.one, one.other) for one in enough] == [(1, 2), (1, 3), (2, 3)]


def test_the_excess_by_hand():
    # newcomers are expected to share: together 1 and 2 beat the third always, apart they win half
    together = [finished([1, 1, 3], (1, 2, 3))] * LEAST
    apart = [finished([1, 1, 1], (k, 10 + k, 20 + k)) for k in (1, 2, 3) for _ in range(LEAST)]
    first = collusion(together + apart)[0]
    assert (first.one, first.other, first.fixtures, first.excess) == (1, 2, LEAST, pytest.approx(0.5))
