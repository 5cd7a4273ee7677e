"""Donkey in words."""

from __future__ import annotations

from caravan.web.words.step import Step, called


def donkey(step: Step) -> str:
    """A move of Donkey."""
    verb, *cards = step.move.split(" ")
    if verb == "aside":
        return f"{len(cards)} cards are set aside"
    if verb == "deal":
        return f"Hand {step.before['hand_no'] + 1} is dealt"
    if verb == "pass":
        return "passes"
    leads = step.before["phase"] == "lead"
    return f"{'leads' if leads else 'plays'} {' '.join(called('donkey', cards))}"
