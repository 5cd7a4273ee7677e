"""A recorded match turn by turn: what was done, and how the table stands after it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from bots.cli.fields import told
from bots.export.collected import Collected
from bots.quoting import printable
from bots.viewer import words
from referee.game import CHANCE, Game
from referee.games import GAMES
from referee.record import Record, replayed, table_of

KNOWN = ("game", "rules", "seats", "seat")
"""What the head of a match says of every position."""


class Turn(Struct, frozen=True):
    """A match after so many moves; at its start nobody has made any."""

    number: int
    seat: int | None
    """Who moved; -1 is the dealer."""
    move: str
    fault: str
    """The code, where the seat failed here and the move was made for it."""
    position: Mapping[str, Any]
    points: list[int]

    def fields(self) -> dict[str, str]:
        """The position on lines of text."""
        return {**told(self.position, KNOWN), "points": " ".join(map(str, self.points))}


class Told(Struct, frozen=True):
    """A match to be shown: by seat its bots, and its turns from the start on."""

    record: Record
    bots: list[str]
    turns: list[Turn]

    @property
    def head(self) -> str:
        """Which match it is."""
        record = self.record
        return f"{GAMES[record.game].title}, {record.seats} seats, seed {printable(record.seed)}"

    def line(self, turn: Turn) -> str:
        """Who did what in words, on one line; beside it the move as a bot answers it, and a fault."""
        if turn.seat is None:
            return "Before the first move"
        said = self._words(turn.seat, turn)
        if turn.seat == CHANCE:
            return f"{turn.number}. {said}"
        played = "" if said == turn.move else f"  [{turn.move}]"
        failed = f"  (made for it: fault {turn.fault})" if turn.fault else ""
        return f"{turn.number}. {printable(self.bots[turn.seat])}, seat {turn.seat}: {said}{played}{failed}"

    def changed(self, turn: Turn) -> set[str]:
        """The fields that are not as before this turn."""
        now = turn.fields()
        before = self.turns[turn.number - 1].fields() if turn.number else now
        return {name for name, value in now.items() if before.get(name) != value}

    def _words(self, seat: int, turn: Turn) -> str:
        """What a seat, or the dealer, did, as far as whoever looks could see it."""
        before = self.turns[turn.number - 1].position
        step = words.Step(seat, turn.move, before, turn.position, self.bots)
        return printable(words.say(self.record.game, step))


def telling(match: Collected, seat: int | None) -> Told:
    """A match with all cards open, or as a seat saw it; RecordError where it does not follow the rules."""
    record = match.record
    bots = match.bots or [f"bot {number}" for number in range(record.seats)]
    return Told(record, bots, list(turns(record, seat)))


def turns(record: Record, seat: int | None) -> Iterator[Turn]:
    """The start and each move."""
    table = table_of(record)
    faults = {fault.move: fault.code for fault in record.faults}
    made: tuple[int | None, str, str] = (None, "", "")
    number = 0
    for number, (turn, move) in enumerate(replayed(record, table), start=1):
        yield Turn(number - 1, *made, *_seen(table, seat))
        heard = move if seat is None else table.told(move, seat)
        made = (turn, heard, faults.get(number - 1, ""))
    yield Turn(number, *made, *_seen(table, seat))


def _seen(table: Game, seat: int | None) -> tuple[Mapping[str, Any], list[int]]:
    return table.to_json() if seat is None else table.view(seat), list(table.points())


def as_text(told: Told, last: int) -> str:
    """The turns up to one, each with what it changed."""
    record = told.record
    lines = [told.head]
    for turn in told.turns[: last + 1]:
        fields, changed = turn.fields(), told.changed(turn)
        lines += ["", told.line(turn)]
        lines += [
            f"    {name}: {value}" for name, value in fields.items() if name in changed or not turn.number
        ]
    if last == len(record.moves):
        lines += ["", *ends(told)]
    return "\n".join(lines)


def ends(told: Told) -> Sequence[str]:
    """How the match ended, the best first."""
    record = told.record
    order = sorted(range(record.seats), key=lambda seat: (record.ranks[seat], seat))
    return [
        f"{record.ranks[seat]}. {printable(told.bots[seat])}, seat {seat}: {record.points[seat]} points"
        for seat in order
    ]
