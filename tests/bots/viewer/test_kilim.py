"""The picture of a bot."""

from __future__ import annotations

import re

from bots.viewer import kilim

NAMES = ["oryx", "dunewalker", "saltpan", "mirage", "fennec"]


def corners(name: str) -> set[frozenset[tuple[int, int]]]:
    """Each outline of a kilim as the set of its corners."""
    outlines = re.findall(r"M([^z]+)z", kilim.path(name))
    return {frozenset(tuple(map(int, point.split())) for point in outline.split("L")) for outline in outlines}


def test_a_name_has_one_picture() -> None:
    assert kilim.path("oryx") == kilim.path("oryx")
    assert len({kilim.path(name) for name in NAMES}) == len(NAMES)


def test_it_is_fourfold_symmetric_and_inside_its_square() -> None:
    for name in NAMES:
        shapes = corners(name)
        assert shapes
        assert shapes == {frozenset((16 - x, y) for x, y in shape) for shape in shapes}
        assert shapes == {frozenset((x, 16 - y) for x, y in shape) for shape in shapes}
        assert all(0 <= x <= 16 and 0 <= y <= 16 for shape in shapes for x, y in shape)


def test_colours_are_those_of_the_stylesheet() -> None:
    assert {kilim.colour(f"bot-{k}") for k in range(200)} == set(range(1, 9))
