"""Charts: everything lies on its axes, at round figures that a person can read."""

from __future__ import annotations

import pytest

from caravan.web import charts
from caravan.web.charts import HEIGHT, LEFT, WIDTH
from tournaments.statistics.calibration import Bin


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.0, 10.0, [0, 2, 4, 6, 8, 10]),
        (21.3, 29.4, [22, 24, 26, 28]),
        (1, 350, [100, 200, 300]),
        (24.97, 25.04, [24.98, 25.0, 25.02, 25.04]),
        (3, 3, [3]),
    ],
)
def test_marks_are_round_figures(low: float, high: float, expected: list[float]) -> None:
    assert charts.ticks(low, high) == expected


def test_rounds_are_whole() -> None:
    assert [value for value, _ in charts.Axes(0, 2, 20, 30).columns()] == [0, 1, 2]


def test_a_history_stays_on_the_picture_and_marks_new_versions() -> None:
    drawn = charts.history([(1, 25.0, 8.0, 1), (2, 27.0, 7.0, 1), (5, 20.0, 7.5, 3)])
    points = [tuple(map(float, point.split(","))) for point in drawn.band.split()]
    assert len(points) == 6
    assert all(LEFT <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in points)
    line = [tuple(map(float, point.split(","))) for point in drawn.line.split()]
    assert line[1][1] < line[0][1] < line[2][1]  # up is better
    assert line[2][0] - line[1][0] == pytest.approx(3 * (line[1][0] - line[0][0]), abs=0.3)
    assert drawn.versions == [(line[2][0], 3)]
    assert drawn.last == line[2]


def test_a_single_round_can_be_drawn() -> None:
    assert charts.history([(1, 25.0, 8.0, 1)]).line


def test_intervals_below_the_half_stay_on_the_picture() -> None:
    one = Bin(pairs=9, fixtures=9, predicted=0.55, observed=0.4, low=0.2, high=0.6)
    ((x, y, low, high),) = charts.reliability([one]).dots
    assert LEFT < x < WIDTH
    assert 0 < high < y < low < HEIGHT
