"""What a final table says of those who are equal: shared ranks, and medals for leaving somebody behind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from tournaments.pairing import Standing

MEDALS = ("gold", "silver", "bronze")
T = TypeVar("T")


def ranks(stages: Iterable[Iterable[tuple[T, Standing]]]) -> dict[T, int]:
    """The rank of each, the best first; who differs only by the number of the entry shares one.

    By stage, the last one first: who went no further, in the order of its format.
    """
    found: dict[T, int] = {}
    for standings in stages:
        rank, before = 0, None
        for one, standing in standings:
            figures = (standing.points, standing.tiebreak, standing.seed)
            rank = rank if figures == before else len(found) + 1
            found[one], before = rank, figures
    return found


def medal(rank: int, last: int) -> str:
    """For the first three ranks, unless nobody comes after them: `last` is the last rank of all."""
    return MEDALS[rank - 1] if rank < last and rank <= len(MEDALS) else ""
