"""The decisions of recorded matches as rows, for those who learn from them."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from bots.export.collected import Collected, collected
from referee.errors import RecordError, RecordFalse
from referee.game import CHANCE, Game
from referee.record import Record, replayed, table_of


class Decision(Struct, frozen=True, kw_only=True):
    """A bot's choice between legal moves: where it was made, what was seen, what came of it."""

    match: str
    """The digest of the match's record."""
    source: str
    """The file it lies in."""
    fixture: str | None
    """The number of its fixture; with deal and rotation null for a record by itself."""
    deal: int | None
    rotation: int | None
    game: str
    seats: int
    number: int
    """Of the move, 1, 2 … with the dealer's, as the viewer counts."""
    seat: int
    bot: str | None
    """Who sat there, if the file says so."""
    view: Mapping[str, Any]
    """As it was shown to the bot."""
    legal: list[str]
    action: int
    """The place in `legal` of the move that was made."""
    move: str
    points: int
    """Of this seat, at the end of the match,"""
    rank: int
    """and its rank, 1 is best."""
    all_points: list[int]
    """By seat, at the end."""


def every_decision(paths: Iterable[Path]) -> Iterator[Decision]:
    """All that bots chose in these files and folders; RecordError and OSError name the file."""
    for match in collected(paths):
        try:
            yield from decisions(match)
        except RecordError as error:
            raise type(error)(f"{match.source}, {error.place}", error.reason) from None


def decisions(match: Collected) -> Iterator[Decision]:
    """All that bots chose in a match, in order; RecordError where the record does not follow the rules.

    Dealers' moves, forced ones and those of the autopilot are nobody's decisions.
    """
    record = match.record
    digest, table = record.digest(), table_of(record)
    failed = {fault.seat: fault.move for fault in record.faults}
    for number, (seat, move) in enumerate(replayed(record, table)):
        if seat == CHANCE or number >= failed.get(seat, len(record.moves)):
            continue
        legal = list(table.legal())
        if len(legal) > 1 and move in legal:
            yield Decision(
                match=digest,
                source=match.source,
                fixture=match.fixture,
                deal=match.deal,
                rotation=match.rotation,
                game=record.game,
                seats=record.seats,
                number=number + 1,
                seat=seat,
                bot=match.bots[seat] if match.bots else None,
                view=table.view(seat),
                legal=legal,
                action=legal.index(move),
                move=move,
                points=record.points[seat],
                rank=record.ranks[seat],
                all_points=record.points,
            )
    _check_result(record, table)


def _check_result(record: Record, table: Game) -> None:
    if [record.points, record.ranks] != [list(table.points()), list(table.ranks())]:
        raise RecordFalse("points", "or ranks are not those that the moves give")
