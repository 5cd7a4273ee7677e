"""The 52 cards of the common pack: "7D", "10C", "QS"."""

from __future__ import annotations

from bots.viewer.decks.deck import Deck, Group
from bots.viewer.decks.face import Face, index, sign, tint
from bots.viewer.markup import Markup, markup
from referee.cards import RANKS, SUITS, rank_of, suit_of
from referee.game import Card

SIGNS = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
NAMES = {"A": "Ace", "J": "Jack", "Q": "Queen", "K": "King"}
WAVES = {"J": 1, "Q": 2, "K": 3}
"""Court cards stand on water, the higher the deeper."""


def deck(*samples: Card) -> Deck:
    """Suit by suit, ace to king."""
    groups = [Group(f"{SIGNS[suit].title()}s", [_face(f"{rank}{suit}") for rank in RANKS]) for suit in SUITS]
    return Deck(groups, samples)


def _face(card: Card) -> Face:
    rank, suit = rank_of(card), SIGNS[suit_of(card)]
    waves = WAVES.get(rank, 0)
    court = (tint(), *(_wave(80 - 5 * each) for each in range(waves))) if waves else ()
    signs = (sign(suit, 6, 30, 15), sign(suit, 24, 33 if waves else 42, 30))
    return Face(card, f"{NAMES.get(rank, rank)} of {suit}s", suit, (*court, index(rank), *signs))


def _wave(y: int) -> Markup:
    zigzag = "l4.333 -3.5l4.333 3.5" * 6
    return markup('<path class="wave" d="M4 {}{}"/>', y, zigzag)
