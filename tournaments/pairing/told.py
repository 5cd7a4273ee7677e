"""What was played, told seat by seat, as the formats want to hear of it: round by round, table by table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournaments.pairing.stage import Played

Ranks = dict[int, float | None]
"""By entry: its rank at a table; None: there is none, or none yet."""


class Seat(NamedTuple):
    """An entry at a table, in the last deal that was dealt there, or in the one more that broke a tie."""

    round: int
    table: int
    entry: int
    rank: float | None
    void: bool = False
    extra: bool = False


def rounds(seats: Iterable[Seat], numbers: Sequence[int]) -> list[list[Played]]:
    """The rounds of these numbers, their tables in order.

    Where no more deal could be played everybody is equal in it.
    """
    tables: defaultdict[int, defaultdict[int, Ranks]] = defaultdict(lambda: defaultdict(dict))
    extras: defaultdict[int, defaultdict[int, Ranks]] = defaultdict(lambda: defaultdict(dict))
    for seat in seats:
        if seat.extra:
            extras[seat.round][seat.table][seat.entry] = 1 if seat.void else seat.rank
        else:
            tables[seat.round][seat.table][seat.entry] = seat.rank
    return [
        [_played(ranks, extras[number].get(table)) for table, ranks in sorted(tables[number].items())]
        for number in numbers
    ]


def place(fixture_number: str) -> int:
    """Which table of its round a fixture is for, from 1."""
    return int(fixture_number.split(".")[2])


def _played(ranks: Ranks, extra: Ranks | None) -> Played:
    return Played(tuple(ranks), _whole(ranks, ranks), _whole(ranks, extra) if extra else None)


def _whole(entries: Iterable[int], ranks: Ranks) -> tuple[float, ...] | None:
    """The ranks of the entries; None unless all are there."""
    known = [rank for entry in entries if (rank := ranks.get(entry)) is not None]
    return tuple(known) if len(known) == len(ranks) else None
