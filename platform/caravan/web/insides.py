"""What the viewer knows of the bots that somebody may look into, beside what everybody sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bots.play.questions import questions
from caravan import access
from caravan.access import Visitor
from referee.record import Record
from tournaments.models import Match, Seating


@dataclass(frozen=True, slots=True)
class Inside:
    """A seat with the moves at which it was asked."""

    seating: Seating
    asked: Sequence[int]


def insides(visitor: Visitor, match: Match) -> list[Inside]:
    """Of those seats of a match whose logs the visitor may read."""
    return [
        _inside(each) for each in match.seatings.all() if each.log and access.reads_log(visitor, match, each)
    ]


def _inside(seating: Seating) -> Inside:
    record = Record.loads(seating.match.record)
    return Inside(seating, [question.move for question in questions(record, seating.seat)])
