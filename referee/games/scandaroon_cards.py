"""The 51 cards of Scandaroon, from the card table, and what those in a row do to each other."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, NamedTuple

from referee.game import Card

TABLE: dict[str, Any] = json.loads(Path(__file__).with_name("scandaroon.json").read_text(encoding="utf-8"))

SUITS = ("C", "S", "T", "X")
"""Crescent, Scimitar, Turban, Cross."""
SANZADU = "N"
"""The trump that is no suit: nothing counts double."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """What a card does once, when its owner discards it from the row.

    discard     one card in play goes to the discard pile; `wipe`: all that it may hit
    strengthen  another card in play is worth `amount` more until the end of the round
    swap        two cards in play exchange their places
    take        a card in play comes into the hand
    retrieve    a card of the discard pile comes into the hand
    draw        `amount` cards come into the hand; with `reveal` one more is shown, and kept if it is trump
    trump       `trump` is trump from now on
    leave       the card goes, and a card from the hand with it

    `at_most` is the highest current value, and `suit` the suit, of a card that it may hit or fetch.
    """

    does: Literal["discard", "wipe", "strengthen", "swap", "take", "retrieve", "draw", "trump", "leave"]
    at_most: int | None = None
    suit: str | None = None
    amount: int = 0
    reveal: bool = False
    trump: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """What is printed on a card."""

    suits: str
    """One letter, two on a dual card, none on the colourless one."""
    value: int
    left: int = 0
    """What it adds to the card on its left,"""
    right: int = 0
    """and to that on its right."""
    shields: Literal["left", "right"] | None = None
    """The side on which no ability can discard the neighbour."""
    counts: str | None = None
    """The suit each card of which in play adds 1 to this one."""
    blocks: bool = False
    """A finisher: nothing may be laid in its row."""
    anywhere: bool = False
    """May be laid in any row."""
    ability: Ability | None = None


def _face(ability: dict[str, Any] | None = None, **printed: Any) -> Face:
    return Face(ability=Ability(**ability) if ability else None, **printed)


FACES: dict[Card, Face] = {card: _face(**printed) for card, printed in TABLE["cards"].items()}
PACK: tuple[Card, ...] = tuple(FACES)
"""In alphabetical order, which is the canonical one."""
VALUE = {card: face.value for card, face in FACES.items()}
OF_SUIT = {card: face.suits for card, face in FACES.items()}
ABILITIES = {card: face.ability for card, face in FACES.items() if face.ability}
COUNTING = {card: face.counts for card, face in FACES.items() if face.counts}
ANYWHERE = frozenset(card for card, face in FACES.items() if face.anywhere)
FINISHERS = frozenset(card for card, face in FACES.items() if face.blocks)


class Row(NamedTuple):
    """What the cards of a row make of each other."""

    values: dict[Card, int]
    """Printed values and what the neighbours add."""
    shielded: frozenset[Card]
    abilities: tuple[tuple[Card, Ability], ...]
    """Of the cards that are not shielded."""


@lru_cache(1 << 12)
def row_of(cards: tuple[Card, ...]) -> Row:
    """The row of these cards, the leftmost first; shared, so not to be changed."""
    values = {card: VALUE[card] for card in cards}
    shielded = set()
    for left, right in pairwise(cards):
        values[left] += FACES[right].left
        values[right] += FACES[left].right
        if FACES[right].shields == "left":
            shielded.add(left)
        if FACES[left].shields == "right":
            shielded.add(right)
    able = tuple((card, ABILITIES[card]) for card in cards if card in ABILITIES and card not in shielded)
    return Row(values, frozenset(shielded), able)


def values_of(
    rows: Sequence[Sequence[Card]], markers: dict[Card, int], scope: Literal["table", "row"]
) -> dict[Card, int]:
    """The current value of each card in play; a 0 counts the cards of the whole table or of its row."""
    values: dict[Card, int] = {}
    for row in rows:
        values |= row_of(tuple(row)).values
    for card, amount in markers.items():
        if card in values:
            values[card] += amount
    for zero, suit in COUNTING.items():
        if zero in values:
            counted = values if scope == "table" else next(row for row in rows if zero in row)
            values[zero] += sum(suit in OF_SUIT[card] for card in counted)
    return values
