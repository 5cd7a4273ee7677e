"""The cards of Donkey: numbers on sand that rises with what they cost, jokers, the donkey."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bots.viewer.decks.deck import Deck, Group
from bots.viewer.decks.face import Face, index, sign, tint
from bots.viewer.markup import Markup, markup

JOKER, DONKEY = "J", "D"
INKS = ("d1", "d2", "d3", "d4", "d5")
"""From cheap to dear."""


def deck(table: Mapping[str, Any]) -> Deck:
    """The numbers, then the two that are none; the table says what each costs."""
    points: Mapping[str, int] = table["points"]
    numbers = [_number(card, worth) for card, worth in points.items() if card.isdecimal()]
    joker = Face(JOKER, "joker", "dj", (tint(), index(str(points[JOKER]), 22), sign("joker", 15, 38, 36)))
    donkey = Face(
        DONKEY, "donkey", "dd", (tint(), index(str(points[DONKEY]), 22), sign("donkey", 14, 33, 42))
    )
    return Deck(
        [Group("Numbers", numbers), Group("Jokers and the donkey", [joker, donkey])],
        ("3", "9", JOKER, DONKEY),
    )


def _number(card: str, points: int) -> Face:
    ink = INKS[min(points // 3, len(INKS) - 1)]
    return Face(card, card, ink, (_sand(80 - 3.7 * points), index(card, 25)))


def _sand(y: float) -> Markup:
    return markup(
        '<g class="tint2"><use href="#dune" y="{}" width="60" height="84"/></g>',
        round(y),
    )
