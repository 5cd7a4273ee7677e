"""Pis Yedili in words."""

from __future__ import annotations

from bots.viewer.words.step import Position, Step, sign

SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


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
