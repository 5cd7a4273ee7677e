"""Predictions against what happened, and constants found again in seasons that were made with them."""

from math import erf, log, sqrt

import numpy as np
import pytest

from tests.tournaments.statistics.seasons import finished, season
from tournaments.ranking import BETA, Rating
from tournaments.statistics.calibration import calibrate, calibration
from tournaments.statistics.prediction import chances, expected, normal_cdf
from tournaments.statistics.rows import pairs


def test_the_normal_distribution_is_good_to_seven_digits():
    points = np.linspace(-9, 9, 4001)
    assert normal_cdf(points) == pytest.approx([(1 + erf(x / sqrt(2))) / 2 for x in points], abs=1e-7)


def test_between_equal_and_certain_skills_a_tie_has_the_draw_probability():
    met = pairs([finished([1, 2], before=[Rating(25, 0.0)] * 2)])
    assert chances(met, draw_probability=0.3, tau=0)[0] == pytest.approx([0.35, 0.3, 0.35], abs=1e-6)


def test_a_chance_by_hand():
    # one standard deviation apart: sigmas 3 and 4, no draws worth the name, beta so that the spread is 13
    met = pairs([finished([1, 2], before=[Rating(38, 3.0), Rating(25, 4.0)])])
    (share,) = expected(chances(met, beta=sqrt(72), draw_probability=1e-6, tau=0))
    assert share == pytest.approx(0.8413, abs=1e-4)


@pytest.mark.parametrize("seats", [2, 4])
def test_predictions_from_the_truth_come_true(seats, record_property):
    fixtures = season(6000, seats, seed=seats)
    found = calibration(fixtures, tau=0)
    assert sum(one.pairs for one in found.bins) == 6000 * seats * (seats - 1) // 2
    assert len(found.bins) == 10
    record_property("pairs", sum(one.pairs for one in found.bins))
    for one in found.bins:
        assert one.low < one.observed < one.high
    assert sum(one.low < one.predicted < one.high for one in found.bins) >= 8
    assert found.baseline < found.log_score < 0


def test_the_interval_of_a_bin_is_as_wide_as_its_fixtures_make_it():
    fixtures = season(3000, 6, seed=9)
    for one in calibration(fixtures, tau=0).bins:
        alone = 1.96 * sqrt(one.observed * (1 - one.observed) / one.pairs)
        fewest = 1.96 * sqrt(one.observed * (1 - one.observed) / one.fixtures)
        assert 0.99 * alone < (one.high - one.low) / 2 < 1.05 * fewest


def test_wrong_constants_predict_worse():
    fixtures = season(2000, 4, seed=5)
    good = calibration(fixtures, tau=0).log_score
    assert calibration(fixtures, beta=4 * BETA, tau=0).log_score < good
    assert calibration(fixtures, draw_probability=0.5, tau=0).log_score < good


def test_the_log_score_by_hand():
    fixtures = [finished(ranks, before=[Rating(25, 0.0)] * 2) for ranks in ([1, 2], [1, 1])]
    found = calibration(fixtures, draw_probability=0.2, tau=0)
    assert found.log_score == pytest.approx((log(0.4) + log(0.2)) / 2, abs=1e-6)
    assert found.baseline == pytest.approx((log(0.25) + log(0.5)) / 2)
    (only,) = found.bins
    assert (only.pairs, only.fixtures, only.observed) == (2, 2, 0.75)


@pytest.mark.parametrize(("beta", "draws"), [(2.0, 0.05), (BETA, 0.1), (9.0, 0.3)])
def test_the_constants_of_a_season_are_found_again(beta, draws):
    fit = calibrate(season(6000, 2, beta=beta, draw_probability=draws, seed=3), beta=BETA, tau=0)
    assert fit.beta == pytest.approx(beta, rel=0.06)
    assert fit.draw_probability == pytest.approx(draws, abs=0.012)
    assert fit.after >= fit.before
    assert fit.pairs == 6000


def test_no_point_nearby_is_more_likely():
    fixtures = season(1500, 4, beta=3.0, seed=8)
    fit = calibrate(fixtures)
    for beta in (0.98, 1.0, 1.02):
        for draws in (0.95, 1.0, 1.05):
            near = calibration(fixtures, beta=fit.beta * beta, draw_probability=fit.draw_probability * draws)
            assert near.log_score <= fit.after + 1e-9


def test_without_a_tie_the_draw_probability_is_the_least_there_is():
    assert calibrate(season(300, 2, draw_probability=1e-9, seed=2)).draw_probability == pytest.approx(0.001)


def test_nothing_played():
    assert calibration([]).bins == []
    with pytest.raises(ValueError, match="nothing to fit"):
        calibrate([finished([1])])
