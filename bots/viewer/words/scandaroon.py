"""Scandaroon in words."""

from __future__ import annotations

from bots.viewer.words.step import Step, called

TOKEN = {
    "pile": "for the score pile",
    "exchange": "to exchange",
    "protect": "to protect",
    "steal": "to steal",
}


def scandaroon(step: Step) -> str:
    """A move of Scandaroon, the dealer's too."""
    verb, *words = step.move.split(" ")
    if step.seat < 0:
        return _dealt(verb, words[0], step)
    cards = called("scandaroon", words)
    if verb == "play":
        return f"plays {cards[0]}{_where(int(words[1]), step)}"
    if verb == "token":
        return " ".join([f"spends the token, {cards[0]},", TOKEN[words[1]], ", ".join(cards[2:])]).strip()
    return " ".join(["uses", cards[0], *_targets(cards[1:])]) if cards else "passes"


def _dealt(verb: str, first: str, step: Step) -> str:
    if verb == "first":
        return f"{step.names[int(first)]} begins"
    return f"Trump: {called('scandaroon', first)[0]}" if verb == "trump" else "The cards are shuffled"


def _where(row: int, step: Step) -> str:
    return "" if row == step.seat else f" into the row of {step.names[row]}"


def _targets(cards: list[str]) -> list[str]:
    return ["on", ", ".join(cards)] if cards else []
