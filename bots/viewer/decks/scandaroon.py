"""The cards of Scandaroon: a value, a suit, and below what the card does and to which side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bots.viewer.decks.deck import Deck, Group
from bots.viewer.decks.face import Face, index, sign, strip

SUITS = {"C": "crescent", "S": "scimitar", "T": "turban", "X": "cross"}
SANZADU = "sanzadu"
KINDS = {"A": "trump changer", "F": "finisher", "R": "retriever"}
ICONS = {
    "discard": ("#i-bin",),
    "wipe": ("#i-bin", "#i-bin"),
    "swap": ("#i-swap",),
    "take": ("#i-up",),
    "retrieve": ("#i-back",),
    "draw": ("#i-draw",),
    "trump": ("#i-refresh",),
}
"""What an ability does."""
SAMPLES = ("C1", "S6", "T0", "X7")

Printed = Mapping[str, Any]


def deck(table: Mapping[str, Printed]) -> Deck:
    """Suit by suit, then the dual cards, the colourless one, and the four that tell trump."""
    faces = {card: _face(card, printed) for card, printed in table["cards"].items()}
    single = {
        f"{suit.title()}": [face for card, face in faces.items() if card.startswith(letter)]
        for letter, suit in SUITS.items()
    }
    dual = [face for card, face in faces.items() if card.startswith("D")]
    groups = [Group(title, suit) for title, suit in single.items()]
    groups += [Group("Two suits", dual), Group("No suit", [faces["NZ"]]), Group("Trump", _trumps())]
    return Deck(groups, SAMPLES)


def _trumps() -> list[Face]:
    """Not played: one is turned up when a round begins."""
    return [Face(letter, suit.title(), suit, (sign(suit, 12, 24, 36),)) for letter, suit in SUITS.items()]


def _face(card: str, printed: Printed) -> Face:
    suits = [SUITS[letter] for letter in printed["suits"]] or [SANZADU]
    marks = list(_marks(printed))
    foot = (strip(*marks),) if marks else ()
    parts = (index(str(printed["value"]), 26), *_signs(suits), *foot)
    return Face(card, _name(card, suits), suits[0], parts)


def _signs(suits: list[str]) -> Iterator[Any]:
    if len(suits) == 1:
        yield sign(suits[0], 23, 21, 32)
    else:
        yield from (sign(suit, 26, 8 + 26 * at, 24, suit) for at, suit in enumerate(suits))


def _name(card: str, suits: list[str]) -> str:
    name = "/".join(suit.title() for suit in suits)
    return name if len(suits) > 1 or suits == [SANZADU] else f"{name} {KINDS.get(card[1:], card[1:])}"


def _marks(printed: Printed) -> Iterator[str]:
    """Signs and words for what a card does to its neighbours, counts, blocks, or can do once."""
    yield from _beside(printed)
    if suit := printed.get("counts"):
        yield from ("+1", f"#{SUITS[suit]}")
    if printed.get("blocks"):
        yield "#i-lock"
    yield from _ability(printed.get("ability", {}))


def _beside(printed: Printed) -> Iterator[str]:
    left, right = printed.get("left", 0), printed.get("right", 0)
    if left or right:
        yield f"{'←' if left else ''}{left or right}{'→' if right else ''}"
    if side := printed.get("shields"):
        yield from ("←", "#i-shield") if side == "left" else ("#i-shield", "→")


def _ability(ability: Printed) -> Iterator[str]:
    yield from ICONS.get(ability.get("does", ""), ())
    if ability.get("does") == "strengthen":
        yield f"+{ability['amount']}"
    if suit := ability.get("suit") or ability.get("trump"):
        yield f"#{SUITS.get(suit, SANZADU)}"
    if "at_most" in ability:
        yield f"≤{ability['at_most']}"
    if ability.get("reveal"):
        yield "+1"
