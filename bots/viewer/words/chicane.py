"""Chicane in words."""

from __future__ import annotations

from bots.viewer.words.step import Position, Step, sign
from referee.game import Card

SOURCES = {"R": "the reserve", "S": "the stock"}
TARGETS = {"F": "to the centre", "OR": "onto the other’s reserve", "OW": "onto the other’s waste"}
MOVES = {
    "turn reserve": "turns the reserve",
    "ask turn": "has the other’s reserve turned",
    "ok": "lets it stand",
    "pass": "passes",
}
DUTIES = {
    "V1": "the centre comes first",
    "V1b": "loading waits for the aces",
    "V2": "the reserve comes before the layout",
    "V3": "the reserve comes before the stock",
    "V4": "the stock fills no space",
    "V5": "the layout comes before turning the reserve",
    "V6": "what can be laid is not discarded",
}
"""What each duty demands."""


def chicane(step: Step) -> str:
    """A move of Chicane with the card that it moves."""
    verb, *words = step.move.split(" ")
    if verb == "move":
        source, target = words
        card = _top(source, step.seat, step.before)
        return f"moves {sign(card)} from {_source(source)} {TARGETS.get(target) or f'to {_pile(target)}'}"
    if step.move == "turn stock":
        return f"turns {sign(step.after['turned'][-1])} from the stock"
    if verb == "discard":
        return f"discards {sign(step.before['turned'][-1])}"
    if verb == "taccs":
        return f"calls Taccs! {_verdict(step)}"
    if verb == "draw":
        return f"For the first turn: {' '.join(map(sign, words))}"
    return MOVES.get(step.move, "A pack is dealt")


def _source(place: str) -> str:
    return SOURCES.get(place) or _pile(place)


def _pile(place: str) -> str:
    """A pile of the layout by its number from 1."""
    return f"pile {int(place[1:]) + 1}"


def _top(place: str, mover: int, position: Position) -> Card:
    """The card that lies open at a place, as the mover calls it; "W" is the own waste."""
    if place[0] == "T":
        return str(position["layout"][int(place[1:])][-1])
    if place == "S":
        return str(position["turned"][-1])
    if place == "F":
        return str(position["centre"][position["raised"]])
    owner = 1 - mover if place[0] == "O" else mover
    return str(position["reserve_open" if place[-1] == "R" else "waste"][owner][-1])


def _verdict(step: Step) -> str:
    if step.after["false_calls"] != step.before["false_calls"]:
        return "Wrongly, it stands"
    duties = " and ".join(f"{DUTIES[code]} ({code})" for code in step.after["codes"])
    return f"Rightly: {duties}; {_taken_back(step.before)}"


def _taken_back(position: Position) -> str:
    """What becomes of the card of an action that is called rightly."""
    action, mover = position["action"], position["mover"]
    ways = {"turn reserve": ("R", "R"), "turn stock": ("S", "S"), "discard": ("S", "W")}
    source, target = ways.get(action) or action.split(" ")[1:]
    return f"{sign(_top(target, mover, position))} goes back to {_source(source)}"
