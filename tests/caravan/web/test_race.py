"""Some ratings in one picture: on common axes, each with its name where it can be read."""

from __future__ import annotations

from itertools import pairwise

import pytest

from caravan.web.charts import BOTTOM, HEIGHT
from caravan.web.race import NAMES, WIDTH, WORDS, apart, race


@pytest.mark.parametrize(
    "places", [[10.0, 10.0, 10.0], [190.0, 191.0, 192.0, 193.0], [50.0, 20.0, 21.0], [100.0], []]
)
def test_names_are_apart_in_the_order_of_their_lines_and_on_the_picture(places: list[float]) -> None:
    moved = apart(places)
    order = sorted(range(len(places)), key=places.__getitem__)
    assert all(moved[below] - moved[above] >= WORDS for above, below in pairwise(order))
    assert all(down <= HEIGHT - BOTTOM for down in moved)


def test_names_that_are_apart_stay_where_their_lines_end() -> None:
    assert apart([30.0, 60.0, 110.0]) == [30.0, 60.0, 110.0]


def test_names_give_way_downwards_while_there_is_room() -> None:
    assert apart([10.0, 10.0, 10.0]) == [10.0, 10.0 + WORDS, 10.0 + 2 * WORDS]


def test_all_lines_lie_on_the_same_axes_and_leave_room_for_the_names() -> None:
    drawn = race([("oryx", [(1, 25.0, 8.0, 1), (4, 31.0, 5.0, 2)]), ("erg", [(2, 20.0, 4.0, 1)])])
    oryx, erg = drawn.lines
    assert (oryx.name, oryx.mu, erg.name, erg.mu) == ("oryx", 31.0, "erg", 20.0)
    assert oryx.last[1] < erg.last[1]  # up is better
    assert oryx.last[0] == WIDTH - NAMES > erg.last[0]
    assert oryx.colour != erg.colour
    assert len(erg.band.split()) == 2
