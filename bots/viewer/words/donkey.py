"""Donkey in words."""

from __future__ import annotations

from bots.viewer.words.step import Step, called


def donkey(step: Step) -> str:
    """A move of Donkey, and who wins the trick that it ends."""
    verb, *cards = step.move.split(" ")
    if verb == "aside":
        return f"{len(cards)} cards are set aside"
    if verb == "deal":
        return f"Hand {step.before['hand_no'] + 1} is dealt"
    return f"{_laid(step, cards) if cards else 'passes'}{_ends(step)}"


def _laid(step: Step, cards: list[str]) -> str:
    phase, is_last = step.before["phase"], not step.after["hands"][step.seat]
    verb = "leads" if phase == "lead" else "plays"
    out = " and is out" if is_last and phase != "donkey" else ""
    return f"{verb} {' '.join(called('donkey', cards))}{out}"


def _ends(step: Step) -> str:
    if len(step.after["leaders"]) == len(step.before["leaders"]):
        return ""
    winner = step.names[step.after["leader"]]
    if step.before["phase"] == "donkey":
        return f"; {winner} takes the trick with the donkey"
    return f"; {winner} wins the trick"
