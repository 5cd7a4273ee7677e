"""Tuareg in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bots.viewer.words.step import Step

Phrase = Callable[[list[str], Step], str]


def tuareg(step: Step) -> str:
    """A move of Tuareg; which good goes into a cave or leaves a hand is not said."""
    verb, *words = step.move.split(" ")
    return VERBS[verb](words, step)


def _drawn(words: list[str], step: Step) -> str:
    drawn = len(step.before["pile"]) - len(step.after["pile"])
    return f"draws {drawn} goods" if drawn > 1 else "draws a good"


def _ended(words: list[str], step: Step) -> str:
    return f"ends the turn, {', '.join(words)} to the market" if words else "ends the turn"


def _place(place: str) -> str:
    """Such as "camel 1", counted from the left, "donkey 4", as is written on it, or "the hand"."""
    kind, _, number = place.partition(":")
    if kind == "camel":
        return f"camel {int(number) + 1}"
    return f"{kind} {number}" if number else f"the {kind}"


VERBS: Mapping[str, Phrase] = {
    "first": lambda words, step: f"{step.names[int(words[0])]} begins",
    "deal": lambda words, step: f"Round {step.before['round']}: the goods are shuffled",
    "theft": lambda words, step: "A good is stolen from a hand",
    "draw": _drawn,
    "load": lambda words, step: f"loads {', '.join(words[1:])} on {_place(words[0])}",
    "take": lambda words, step: f"takes {len(words) - 1} {words[1]} from the market onto {_place(words[0])}",
    "buy": lambda words, step: f"buys a {words[0]}",
    "cave": lambda words, step: f"hides a good in the cave, from {_place(words[1])}",
    "thief": lambda words, step: f"steals from {step.names[int(words[1])]}, {_place(words[2])}",
    "map": lambda words, step: f"{words[0]}s a map",
    "pass": lambda words, step: "passes",
    "end": _ended,
}
