"""Chicane in words."""

from __future__ import annotations

from caravan.web.words.step import Step, sign
from referee.game import Card

PLACES = {"F": "to the centre", "OR": "onto the other’s reserve", "OW": "onto the other’s waste"}
MOVES = {
    "turn reserve": "turns the reserve",
    "ask turn": "has the other’s reserve turned",
    "ok": "lets it stand",
    "pass": "passes",
}


def chicane(step: Step) -> str:
    """A move of Chicane with the card that it moves."""
    verb, *words = step.move.split(" ")
    if verb == "move":
        return f"moves {sign(_top(words[0], step))} {PLACES.get(words[1], f'to pile {words[1][1:]}')}"
    if step.move == "turn stock":
        return f"turns {sign(step.after['turned'][-1])} from the stock"
    if verb == "discard":
        return f"discards {sign(step.before['turned'][-1])}"
    if verb == "taccs":
        return f"calls Taccs! {_verdict(step)}"
    if verb == "draw":
        return f"For the first turn: {' '.join(map(sign, words))}"
    return MOVES.get(step.move, "A pack is dealt")


def _top(place: str, step: Step) -> Card:
    """The card that lies open at a place of the mover's."""
    if place == "S":
        return str(step.before["turned"][-1])
    pile = step.before["reserve_open"][step.seat] if place == "R" else step.before["layout"][int(place[1:])]
    return str(pile[-1])


def _verdict(step: Step) -> str:
    if step.after["false_calls"] != step.before["false_calls"]:
        return "Wrongly"
    return f"Rightly: {', '.join(step.after['codes'])}"
