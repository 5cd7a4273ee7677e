"""Whether two playings of the same fixture went the same way, and where they first did not."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from referee.game import CHANCE
from referee.record import Record, replayed, table_of

Records = Mapping[tuple[int, int], Record]
"""By deal and rotation, both from 0."""


class Divergence(Struct, frozen=True):
    """The first difference between two playings; everything is counted from 0."""

    deal: int
    rotation: int
    move: int
    seat: int
    """Who was to move; the dealer's is -1."""
    before: str
    """The move in the first playing, or the kind of fault that took its place."""
    after: str
    """The same in the second."""

    def __str__(self) -> str:
        who = "the dealer" if self.seat == CHANCE else f"seat {self.seat + 1}"
        place = f"deal {self.deal + 1}, rotation {self.rotation + 1}, move {self.move + 1}"
        return f"{place}: {who} played {self.before!r} and then {self.after!r}"


class Comparison(Struct, frozen=True):
    """How many matches of how many went another way; without a divergence all are equal."""

    matches: int
    different: int
    first: Divergence | None = None

    @property
    def equal(self) -> bool:
        """Whether every move and every fault was the same."""
        return self.first is None

    def __str__(self) -> str:
        if self.first is None:
            return f"equal in all {self.matches} matches"
        return f"{self.different} of {self.matches} matches differ, first in {self.first}"


def compare(before: Records, after: Records) -> Comparison:
    """Compares all matches that both have, in the order of deals and rotations."""
    found = [
        divergence(before[place], after[place], *place) for place in sorted(before.keys() & after.keys())
    ]
    different = [one for one in found if one is not None]
    return Comparison(len(found), len(different), different[0] if different else None)


def divergence(before: Record, after: Record, deal: int, rotation: int) -> Divergence | None:
    """The first move or fault of two records that is not the same."""
    if before.digest() == after.digest():
        return None
    faults, others = _faults(before), _faults(after)
    pairs = zip(replayed(before, table_of(before)), after.moves, strict=False)
    for number, ((seat, move), other) in enumerate(pairs):
        ours, theirs = faults.get(number, move), others.get(number, other)
        if ours != theirs or move != other:
            return Divergence(deal, rotation, number, seat, ours, theirs)
    return None


def _faults(record: Record) -> dict[int, str]:
    """By the number of the first move that was made for somebody: why."""
    return {fault.move: f"fault: {fault.code}" for fault in record.faults}
