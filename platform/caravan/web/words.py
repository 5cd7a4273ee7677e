"""What happened in a match, in plain words: the move list, the text version, what a screen reader says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from caravan.web import decks
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
    names: Sequence[str] = ()
    """Who sits where."""


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
        for t, step in enumerate(steps(replay, names), start=1)
    ]


def steps(replay: Mapping[str, Any], names: Sequence[str]) -> Iterator[Step]:
    """Each move between the positions that the changes make."""
    before = replay["start"]
    for frame in replay["frames"]:
        after = deepcopy(before)
        changed(after, frame["changes"])
        yield Step(frame["seat"], frame["move"], before, after, names)
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


def scandaroon(step: Step) -> str:
    """A move of Scandaroon; the dealer's with what everybody sees of it."""
    verb, *words = step.move.split(" ")
    if step.seat < 0:
        return _turned_up(verb, words, step)
    cards = [_called("scandaroon", word) for word in words]
    if verb == "play":
        seat = int(words[1])
        return f"plays {cards[0]}{'' if seat == step.seat else f' into the row of {step.names[seat]}'}"
    if verb == "token":
        return f"spends the token with {cards[0]}: {words[1]} {', '.join(cards[2:])}".strip()
    return f"uses {' on '.join([cards[0], ', '.join(cards[1:])][: len(cards)])}" if cards else "passes"


def _turned_up(verb: str, words: list[str], step: Step) -> str:
    if verb == "first":
        return f"{step.names[int(words[0])]} begins"
    return f"Trump: {_called('scandaroon', words[0])}" if verb == "trump" else "The cards are shuffled"


def chicane(step: Step) -> str:
    """A move of Chicane with the card that it moves."""
    verb, *words = step.move.split(" ")
    if verb == "move":
        return f"moves {sign(_lying(words[0], step))} {PLACES.get(words[1], f'to pile {words[1][1:]}')}"
    if step.move == "turn stock":
        return f"turns {sign(step.after['turned'][-1])} from the stock"
    if verb == "taccs":
        wrong = step.after["false_calls"] != step.before["false_calls"]
        return f"calls Taccs! {'Wrongly' if wrong else 'Rightly: ' + ', '.join(step.after['codes'])}"
    if verb == "draw":
        return f"For the first turn: {' '.join(map(sign, words))}"
    return CHICANE.get(step.move, "A pack is dealt")


def _lying(place: str, step: Step) -> str:
    """The card on top of a place that the mover may take it from."""
    before, number = step.before, place[1:]
    pile: list[str] = {
        "R": lambda: before["reserve_open"][step.seat],
        "S": lambda: before["turned"],
        "T": lambda: before["layout"][int(number)],
    }[place[0]]()
    return pile[-1]


def donkey(step: Step) -> str:
    """A move of Donkey."""
    verb, *cards = step.move.split(" ")
    if step.seat < 0:
        return (
            f"{len(cards)} cards are set aside"
            if verb == "aside"
            else f"Hand {step.before['hand_no'] + 1} is dealt"
        )
    if not cards:
        return "passes"
    return f"{'leads' if step.before['phase'] == 'lead' else 'plays'} {' '.join(_called('donkey', card) for card in cards)}"


def tuareg(step: Step) -> str:
    """A move of Tuareg; which good is hidden in a cave is not said."""
    verb, *words = step.move.split(" ")
    goods = ", ".join(words[1:])
    if verb in ("load", "take"):
        return f"{verb}s {goods} {'from the market ' if verb == 'take' else ''}onto {_animal(words[0])}"
    if verb == "end":
        return f"ends the turn{f', {chr(32).join(words)} to the market' if words else ''}"
    if verb == "buy":
        return f"buys a {words[0]}"
    if verb == "cave":
        return "hides a good in a cave"
    if verb == "thief":
        return f"robs {step.names[int(words[1])]}: {_animal(words[2])}"
    return _in_tuareg(verb, words, step)


def _in_tuareg(verb: str, words: list[str], step: Step) -> str:
    if verb == "first":
        return f"{step.names[int(words[0])]} begins"
    if verb == "draw":
        return f"draws {len(step.before['pile']) - len(step.after['pile'])} goods"
    if verb == "map":
        return f"{words[0]}s a map"
    return {"pass": "passes", "theft": "A thief takes a good from a hand"}.get(
        verb, f"Round {step.before['round']}: the goods are shuffled"
    )


def _animal(place: str) -> str:
    """ "camel 0", "the hand"."""
    return place.replace(":", " ") if ":" in place else f"the {place}"


def _called(game: str, card: str) -> str:
    """The name of a card, of which the deck knows; anything else as it is."""
    return decks.names(game).get(card, card)


PLACES = {"F": "to the centre", "OR": "onto the other's reserve", "OW": "onto the other's waste"}
CHICANE = {
    "turn reserve": "turns the reserve",
    "ask turn": "has the other's reserve turned",
    "discard": "discards the card turned",
    "ok": "lets it stand",
    "pass": "passes",
}
WORDS: Mapping[str, Callable[[Step], str]] = {
    "pis_yedili": pis_yedili,
    "scandaroon": scandaroon,
    "chicane": chicane,
    "donkey": donkey,
    "tuareg": tuareg,
}
