"""What happened in a match, in plain words: the move list, the text version, what a screen reader says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from referee.replay import changed

SUIT_SIGNS = str.maketrans("CDHS", "♣♦♥♠")
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}

Position = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """A move with the positions around it."""

    seat: int
    move: str
    before: Position
    after: Position


@dataclass(frozen=True, slots=True)
class Line:
    """Move number t (from 1): who made it ("": the dealer) and what it was."""

    t: int
    who: str
    words: str
    fault: bool = False


def tell(replay: Mapping[str, Any], names: Sequence[str]) -> list[Line]:
    """A line for each frame; a game without words of its own is told in its moves."""
    words = WORDS.get(replay["game"], as_played)
    faulted = {(fault["seat"], fault["move"]) for fault in replay["faults"]}
    return [
        Line(t, names[step.seat] if step.seat >= 0 else "", words(step), (step.seat, t - 1) in faulted)
        for t, step in enumerate(steps(replay), start=1)
    ]


def steps(replay: Mapping[str, Any]) -> Iterator[Step]:
    """Each move between the positions that the changes make."""
    before = replay["start"]
    for frame in replay["frames"]:
        after = deepcopy(before)
        changed(after, frame["changes"])
        yield Step(frame["seat"], frame["move"], before, after)
        before = after


def as_played(step: Step) -> str:
    """The move itself; of the dealer's what everybody sees, its verb and the number of cards."""
    if step.seat >= 0:
        return step.move
    verb, *cards = step.move.split(" ")
    return f"Dealer: {verb}, {len(cards)} cards"


def sign(card: str) -> str:
    """A card of the common pack with its suit sign: "7♦"."""
    return card[:-1] + card[-1].translate(SUIT_SIGNS)


def pis_yedili(step: Step) -> str:
    """A move of Pis Yedili with what follows from it."""
    if step.seat < 0:
        return f"Hand {step.before['hand_no'] + 1} is dealt"
    verb, *cards = step.move.split(" ")
    if verb == "play":
        return f"plays {sign(cards[0])}{_follows(cards, step)}"
    if verb == "take":
        return f"takes {len(step.before['stock']) - len(step.after['stock'])} cards"
    return {"draw": "draws a card", "pass": "passes", "end": "ends the turn"}[verb]


def _follows(cards: list[str], step: Step) -> str:
    if not step.after["hands"][step.seat]:
        return " and goes out"
    if step.before["phase"] == "opening":
        return " to open"
    if len(cards) > 1:
        return f", names {SUIT_NAMES[cards[1]]}"
    return _effect(cards[0][:-1], step.after)


def _effect(rank: str, after: Position) -> str:
    if rank == "7":
        return f", {after['sevens']} in force"
    return {"10": ", direction turns", "8": ", the next misses a turn", "A": ", may add a card"}.get(rank, "")


WORDS: Mapping[str, Callable[[Step], str]] = {"pis_yedili": pis_yedili}
