"""Records: everything needed to see a match again, with no randomness left in it."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields
from hashlib import sha256
from json import dumps, loads
from typing import Any, NamedTuple, Self

from referee.errors import IllegalMove, RecordError, RecordFalse, RecordShapeError, SetupError
from referee.fairness import dealt
from referee.game import CHANCE, Game, Move, Seat
from referee.reading import Reader, shown

__all__ = ["FORMAT", "Record", "RecordError", "RecordedFault", "verify"]

FORMAT = 1


@dataclass(frozen=True, slots=True)
class RecordedFault:
    """The seat that failed, the number of the first move that was made for it, and why."""

    seat: Seat
    move: int
    code: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A finished match. Whose move each is follows from replaying them, the dealer's included."""

    format: int = FORMAT
    game: str
    rules: dict[str, int | bool | str | None]
    table_digest: str
    seats: int
    seed: str
    moves: list[Move]
    points: list[int]
    ranks: list[int]
    faults: list[RecordedFault] = field(default_factory=list)
    clocks: dict[str, list[float]] | None = None
    """What the match cost in time: seconds by seat; outside the digest."""
    tags: dict[str, str] | None = None
    """By the number of a move, from 1, the word that its bot put beside it; outside the digest."""

    def to_json(self) -> dict[str, Any]:
        """The record as JSON objects."""
        data = {each.name: getattr(self, each.name) for each in fields(self)}
        return {**data, "moves": self.moves[:], "faults": [asdict(fault) for fault in self.faults]}

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """The record that JSON objects stand for; RecordShapeError names the place where they do not."""
        if type(data) is dict and type(data.get("format")) is int and data["format"] > FORMAT:
            raise RecordShapeError(
                "format", f"{shown(data['format'])} is newer than {FORMAT}, the newest known here"
            )
        record: Self = Reader(RecordShapeError).read(cls, data, "")
        return record

    def dumps(self) -> str:
        """The record as one line of JSON."""
        return dumps(self.to_json(), separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def loads(cls, text: str | bytes) -> Self:
        """The record in a JSON text; RecordShapeError if there is none."""
        return cls.from_json(parsed(text))

    def digest(self) -> str:
        """The hash of the record in canonical JSON, without clocks and tags."""
        played = {key: value for key, value in self.to_json().items() if key not in ("clocks", "tags")}
        return sha256(dumps(played, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def parsed(text: str | bytes) -> Any:
    """What a JSON text holds; RecordShapeError if it is none."""
    try:
        return loads(text)
    except RecursionError:
        raise RecordShapeError("", "is nested too deeply for a record") from None
    except ValueError as error:
        raise RecordShapeError("", f"is not JSON, or cut off: {error}") from None


def table_of(record: Record) -> Game:
    """The empty table that the record begins with; RecordError where this referee has no such table."""
    from referee.games import GAMES

    if record.format != FORMAT:
        raise RecordShapeError("format", f"{record.format} is not {FORMAT}")
    if record.game not in GAMES:
        raise RecordShapeError("game", f"{shown(record.game)} is not one of {', '.join(GAMES)}")
    game = GAMES[record.game]
    try:
        table = game.start(record.seats, **record.rules)
    except SetupError as error:
        raise RecordShapeError(error.place, error.reason) from None
    if record.rules.keys() != table.rules().keys():
        missing = sorted(table.rules().keys() - record.rules.keys())
        raise RecordShapeError("rules", f"lacks {', '.join(missing)}")
    if record.table_digest != game.table_digest():
        raise RecordFalse("table_digest", "the match was played with another card table")
    return table


def replayed(record: Record, table: Game) -> Iterator[tuple[Seat, Move]]:
    """Play the moves on the record's empty table; gives seat and move before each. RecordFalse if illegal."""
    for number, move in enumerate(record.moves):
        if table.turn is None:
            raise RecordFalse(f"moves[{number}]", "the match was over before")
        yield table.turn, move
        try:
            table.play(move)
        except IllegalMove as error:
            raise RecordFalse(f"moves[{number}]", str(error)) from None
    if table.turn is not None:
        raise RecordFalse("moves", f"the match is not over after all {len(record.moves)}")


class Made(NamedTuple):
    """A move as it was made: by which seat, if that failed and had a choice, if the fallback is the same."""

    seat: Seat
    chosen: bool
    by_fallback: bool


def verify(record: Record) -> None:
    """Prove by replaying that the seed deals these cards, the moves are legal, the autopilot's its own, and
    the result theirs.
    """
    table = table_of(record)
    failed = {fault.seat for fault in record.faults} - {CHANCE}
    made = []
    for number, (seat, move) in enumerate(replayed(record, table)):
        if seat == CHANCE and move != dealt(table, record.seed):
            raise RecordFalse(f"moves[{number}]", "is not what the seed deals")
        made.append(
            Made(seat, len(table.legal()) > 1, move == table.fallback())
            if seat in failed
            else Made(seat, False, True)
        )
    _check_faults(record, made)
    for name, value in (("points", table.points()), ("ranks", table.ranks())):
        if getattr(record, name) != list(value):
            raise RecordFalse(name, f"are {list(value)} by the moves, not {getattr(record, name)}")


def _check_faults(record: Record, made: list[Made]) -> None:
    if len({fault.seat for fault in record.faults}) < len(record.faults):
        raise RecordFalse("faults", "a seat failed twice")
    if (order := [fault.move for fault in record.faults]) != sorted(order):
        raise RecordFalse("faults", "are not in the order in which they happened")
    for at, fault in enumerate(record.faults):
        if fault.move not in range(len(made)) or made[fault.move][:2] != (fault.seat, True):
            raise RecordFalse(f"faults[{at}]", f"seat {fault.seat} was not asked for move {fault.move}")
        for number, move in enumerate(made):
            if number >= fault.move and move.seat == fault.seat and not move.by_fallback:
                raise RecordFalse(
                    f"moves[{number}]", f"seat {move.seat} had failed, this is not its fallback"
                )
