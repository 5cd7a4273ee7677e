"""The axis that rating bars share."""

from __future__ import annotations

import pytest

from caravan.standings.scale import WIDTH, scale


def test_two_sigma_of_every_rating_lie_on_the_axis() -> None:
    ratings = [(25.0, 8.3), (34.2, 0.9), (11.0, 1.4)]
    axis = scale(ratings)
    for mu, sigma in ratings:
        bar = axis.bar(mu, sigma)
        assert 0 <= bar.left2 < bar.left1 < bar.at
        assert bar.left2 + bar.width2 <= WIDTH
        assert bar.width2 == pytest.approx(2 * bar.width1, abs=0.3)


def test_marks_are_round_figures_away_from_the_ends() -> None:
    marks = scale([(25.0, 5.0)]).ticks()
    assert [mark for mark, _ in marks] == [15, 20, 25, 30, 35]
    assert all(10 <= x <= WIDTH - 10 for _, x in marks)


def test_an_empty_table_has_an_axis() -> None:
    assert scale([]).ticks()
