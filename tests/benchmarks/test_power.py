"""The arithmetic of telling two bots apart."""

from __future__ import annotations

import math

import numpy as np
import pytest

from benchmarks.power import RESAMPLES, Estimator, interval, needed, resampled

DUPLICATE = Estimator(np.array([[1.0], [1.0], [0.5], [0.5]]), matches=2)
INDEPENDENT = Estimator(np.array([[1.0, 1.0], [1.0, 0.0], [0.0, 1.0], [1.0, 0.0]]), matches=1)


def test_four_deals_are_reckoned_as_by_hand() -> None:
    assert (DUPLICATE.advantage, INDEPENDENT.advantage) == (0.25, 0.125)
    assert (DUPLICATE.variance, INDEPENDENT.variance) == (2 * 0.0625, 0.625 * 0.375)
    assert DUPLICATE.needed == pytest.approx(2 * 1.96**2)
    assert INDEPENDENT.needed == pytest.approx(1.96**2 * 15)


@pytest.mark.parametrize("scores", [[0.5, 0.5], [0.0, 1.0], [0.0, 0.5]])
def test_who_is_not_better_is_never_told_to_be(scores: list[float]) -> None:
    assert Estimator(np.array([scores]).T, 2).needed == math.inf


def test_who_always_wins_needs_a_deal() -> None:
    assert Estimator(np.ones((5, 1)), 3).needed == 3


def test_many_sets_of_deals_are_reckoned_at_once() -> None:
    sets = np.array([[0, 1, 2, 3], [0, 0, 2, 2], [2, 2, 3, 3]])
    found = needed(DUPLICATE.scores[sets], 2)
    assert found.tolist() == pytest.approx([2 * 1.96**2, 2 * 1.96**2, math.inf])


def test_sets_of_deals_are_the_same_every_time_and_whole() -> None:
    sets = resampled(7)
    assert sets.shape == (RESAMPLES, 7)
    assert (sets == resampled(7)).all()
    assert set(sets.ravel().tolist()) == set(range(7))


def test_an_interval_leaves_a_fortieth_out_at_each_end() -> None:
    assert interval(np.arange(41.0)) == (1, 39)
    assert interval(np.array([1.0] * 20 + [math.inf] * 20)) == (1, math.inf)
