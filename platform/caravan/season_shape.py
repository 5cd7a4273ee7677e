"""The shape of a whole season in the few words of a command: `--stages swiss:5:4,knockout --divisions 2`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from caravan.up.installation import UnableError

WRITTEN = "ladder[:ROUNDS[:ADVANCE]], swiss and round_robin (:MEETINGS) alike, knockout[:double]"
"""How each stage is written; commas stand between them."""
COUNTED = {"ladder": "rounds", "swiss": "rounds", "round_robin": "meetings"}
"""What the number after a format is called."""
MOST_BOTS = 1000
"""Shipping one takes about a tenth of a second."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What is played and by how many."""

    stages: list[dict[str, Any]]
    """As a season keeps them."""
    sizes: list[int]
    """How many compete in each division, the highest first."""
    move: int
    """So many go up and down between neighbouring divisions."""


def shape(*, bots: int, divisions: int, stages: str, rounds: int, move: int | None) -> Shape:
    """Divisions as equal as can be, between which one bot moves unless another number is given.

    UnableError where there are too many bots, where they cannot be divided so, or the stages cannot be read.
    """
    if bots > MOST_BOTS:
        raise UnableError(f"{bots} bots are too many for one season here: {MOST_BOTS} at most.")
    if divisions > 1 and bots < 2 * divisions:
        raise UnableError(f"{divisions} divisions need {2 * divisions} bots at least, not {bots}.")
    sizes = [bots // divisions + (tier < bots % divisions) for tier in range(divisions)]
    plan = planned(stages.split(","), rounds, sizes[-1])
    return Shape(plan, sizes, int(divisions > 1) if move is None else move)


def planned(written: Sequence[str], rounds: int, entries: int) -> list[dict[str, Any]]:
    """The stages, each with `rounds` where it needs a number and names none.

    The better half of those who play goes on, two at least, where nothing else is said; UnableError where
    more should go on than there are.
    """
    plan: list[dict[str, Any]] = [stage(words, rounds) for words in written]
    for each in plan[:-1]:
        each.setdefault("advance", max(2, (entries + 1) // 2))
        if each["advance"] > entries:
            raise UnableError(f"{each['advance']} cannot go on from {entries}.")
        entries = each["advance"]
    return plan


def stage(words: str, rounds: int) -> dict[str, Any]:
    """One stage; UnableError says how it is written."""
    name, *more = words.strip().split(":")
    if name == "knockout" and more in ([], ["double"]):
        return {"format": name, **({"double": True} if more else {})}
    if name not in COUNTED or len(more) > 2 or not all(map(str.isdecimal, more)):
        raise UnableError(f"{words!r} is no stage. It is written {WRITTEN}.")
    needed = [str(rounds)] if COUNTED[name] == "rounds" else []
    return {"format": name, **dict(zip((COUNTED[name], "advance"), map(int, more or needed), strict=False))}
