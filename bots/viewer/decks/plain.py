"""A deck of which nothing is known but the codes of its cards."""

from __future__ import annotations

from collections.abc import Sequence

from bots.viewer.decks.deck import Deck, Group
from bots.viewer.decks.face import Face, strip
from referee.game import Card

SAMPLES = 4


def deck(pack: Sequence[Card]) -> Deck:
    """Each card once, its code at the foot."""
    cards = tuple(dict.fromkeys(pack))
    return Deck([Group("Cards", [Face(card, card, "", (strip(card),)) for card in cards])], cards[:SAMPLES])
