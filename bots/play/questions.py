"""What a seat was asked in a match, from the record: it holds the moves alone, the rest follows from them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from referee.game import Move, Seat
from referee.match import News
from referee.record import Record, RecordedFault, replayed, table_of


class Question(Struct, frozen=True):
    """One question, as it stood in `ask`, and what became of it."""

    number: int
    """1, 2 … of this seat, as on the wire and in its log."""
    move: int
    """Of the match, 1, 2 … with the dealer's, as the viewer counts."""
    view: Mapping[str, Any]
    legal: Sequence[Move]
    news: Sequence[News]
    played: Move
    """By the seat, or by the autopilot if there is a fault."""
    fault: RecordedFault | None


def questions(record: Record, seat: Seat) -> Iterator[Question]:
    """All questions of a seat in order, the last one that of its fault; RecordError if the record is false.

    Where there was one legal move nobody was asked.
    """
    table = table_of(record)
    fault = next((fault for fault in record.faults if fault.seat == seat), None)
    news: list[News] = []
    number = 0
    for move, (turn, played) in enumerate(replayed(record, table)):
        if turn == seat and len(legal := table.legal()) > 1 and not (fault and fault.move < move):
            number += 1
            failed = fault if fault and fault.move == move else None
            yield Question(number, move + 1, table.view(seat), list(legal), news, played, failed)
            news = []
        news.append({"seat": turn, "move": table.told(played, seat)})
