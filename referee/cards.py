"""The standard pack and the one way to shuffle."""

import sys
from collections import Counter
from collections.abc import Sequence
from random import Random

from referee.visibility import Card

SUITS = ("C", "D", "H", "S")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

STANDARD: tuple[Card, ...] = tuple(sys.intern(rank + suit) for suit in SUITS for rank in RANKS)
"""The 52 cards in canonical order: by suit, then by rank from ace to king."""


PLACE = {card: place for place, card in enumerate(STANDARD)}
"""Where a standard card stands in canonical order."""


def standard(decks: int) -> tuple[Card, ...]:
    """So many standard packs as one, in canonical order: equal cards side by side."""
    return tuple(card for card in STANDARD for _ in range(decks))


def rank_of(card: Card) -> str:
    """The rank of a standard card: "10" of "10C"."""
    return card[:-1]


def suit_of(card: Card) -> str:
    """The suit of a standard card: "C" of "10C"."""
    return card[-1]


def shuffled(cards: Sequence[Card], pack: Sequence[Card], rng: Random) -> list[Card]:
    """The cards in random order, decided by one `rng.random()` for each card of the whole pack.

    So the order of any two cards depends on the stream only, not on which other cards take part.
    """
    if len(cards) == len(pack):
        return sorted(pack, key=lambda _: rng.random())
    left, keyed = Counter(cards), []
    for card in pack:
        key = rng.random()
        if left.get(card):
            left[card] -= 1
            keyed.append((key, card))
    return [card for _, card in sorted(keyed)]
