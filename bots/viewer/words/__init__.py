"""What happened in a match, in plain words: in move lists, streams and terminals, and for screen readers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from bots.viewer.words.chicane import chicane
from bots.viewer.words.donkey import donkey
from bots.viewer.words.pis_yedili import pis_yedili
from bots.viewer.words.scandaroon import scandaroon
from bots.viewer.words.step import Step, steps
from bots.viewer.words.tuareg import tuareg

__all__ = ["WORDS", "Line", "Step", "as_played", "say", "tell"]

WORDS: Mapping[str, Callable[[Step], str]] = {
    "pis_yedili": pis_yedili,
    "scandaroon": scandaroon,
    "chicane": chicane,
    "donkey": donkey,
    "tuareg": tuareg,
}
NO_TAGS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Line:
    """Move number t (from 1): who made it ("": the dealer) and what it was."""

    t: int
    who: str
    words: str
    fault: bool = False
    tag: str = ""
    """The word that its bot put beside it."""


def tell(replay: Mapping[str, Any], names: Sequence[str], tags: Mapping[str, str] = NO_TAGS) -> list[Line]:
    """A line for each frame; `tags` by the number of the move, as in a record."""
    faulted = {(fault["seat"], fault["move"]) for fault in replay["faults"]}
    return [
        Line(
            t,
            names[step.seat] if step.seat >= 0 else "",
            say(replay["game"], step),
            (step.seat, t - 1) in faulted,
            tags.get(str(t), ""),
        )
        for t, step in enumerate(steps(replay, names), start=1)
    ]


def say(game: str, step: Step) -> str:
    """One move; in a game without words of its own as it was played."""
    return WORDS.get(game, as_played)(step)


def as_played(step: Step) -> str:
    """The move itself; of the dealer's what everybody sees, its verb and the number of cards."""
    if step.seat >= 0:
        return step.move
    verb, *cards = step.move.split(" ")
    return f"Dealer: {verb}, {len(cards)} cards"
