"""Shares and their intervals."""

import pytest

from bots.cli.tally import Tally
from bots.play.clock import Clocks
from bots.play.fixture import Competitor, Order, PlayedMatch, seating

NOBODY = [Competitor(name, "", "", "", "") for name in "ab"]
ORDER = Order(
    game="pis_yedili",
    rules={},
    clocks=Clocks(),
    seats=2,
    order_seed="order",
    deals=["0"] * 50,
    competitors=NOBODY,
)


def match(deal: int, rotation: int, points: list[int], faulted: int | None = None) -> PlayedMatch:
    """A match by competitor, turned to seats."""
    chairs = seating(ORDER, deal, rotation)
    faults = [{"seat": chairs.index(faulted)}] if faulted is not None else []
    record = {"points": [points[chair] for chair in chairs], "faults": faults}
    return PlayedMatch(deal, rotation, record, [0.1, 0.1], ["", ""], ["", ""])


def tally(*deals: tuple[list[int], list[int]]) -> Tally:
    counted = Tally(["a", "b"])
    for deal, points in enumerate(deals):
        for rotation in range(2):
            counted.add(ORDER, match(deal, rotation, points[rotation]))
    return counted


def test_par_is_a_half() -> None:
    rows = tally(*[([5, 5], [5, 5])] * 9).standings()
    assert [row.share for row in rows] == [0.5, 0.5]
    assert all(0.1 < row.margin < 0.2 for row in rows)


def test_a_deal_counts_when_all_rotations_are_in() -> None:
    counted = Tally(["a", "b"])
    counted.add(ORDER, match(0, 0, [9, 1]))
    assert counted.deals == 0
    counted.add(ORDER, match(0, 1, [9, 1]))
    assert (counted.deals, counted.standings()[0].name, counted.standings()[0].share) == (1, "a", 1.0)


def test_few_wins_are_not_certainty() -> None:
    one, few, many = (tally(*[([9, 1], [9, 1])] * deals).standings()[0] for deals in (1, 3, 40))
    assert one.share == few.share == many.share == 1.0
    assert one.margin == 0.5
    assert few.margin > 0.3
    assert 0 < many.margin < 0.05


def test_points_cpu_and_faults_are_counted() -> None:
    counted = Tally(["a", "b"])
    counted.add(ORDER, match(0, 0, [9, 1], faulted=0))
    counted.add(ORDER, match(0, 1, [7, 1]))
    b, a = counted.standings()
    assert (a.name, a.points, a.faults) == ("a", 8.0, 1)
    assert (b.name, b.cpu, b.faults) == ("b", pytest.approx(0.1), 0)
