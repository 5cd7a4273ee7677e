"""What the viewer knows of the bots that somebody may look into, beside what everybody sees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from caravan.web import access, decisions
from caravan.web.access import Visitor
from tournaments.models import Seating


@dataclass(frozen=True, slots=True)
class Inside:
    """A seat with the moves at which it was asked, and the words that it put beside some of them."""

    seating: Seating
    asked: Sequence[int]
    tags: dict[int, str]


def insides(visitor: Visitor, seatings: Iterable[Seating]) -> list[Inside]:
    """Of those seats of a match whose logs the visitor may read."""
    return [_inside(each) for each in seatings if each.log and access.sees_inside(visitor, each.version.bot)]


def tags(insides: Iterable[Inside]) -> dict[int, str]:
    """The words beside the moves of a match, by the number of the move."""
    return {move: tag for each in insides for move, tag in each.tags.items()}


def _inside(seating: Seating) -> Inside:
    found = decisions.log(seating).decisions
    tags = {each.question.move: each.line.tag for each in found if each.line and each.line.tag}
    return Inside(seating, [each.question.move for each in found], tags)
