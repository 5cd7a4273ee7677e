"""What fits where in Chicane, as tables: cards that may lie on cards, and the moves that put them there.

Places are R (the mover's reserve), S (the stock card turned), T0, T1, ... (the layout), F (the centre), OR
and OW (the other's reserve and waste).
"""

import sys
from functools import lru_cache

from referee.cards import PLACE, STANDARD, SUITS, suit_of
from referee.game import Card, Move

PILES = 12
"""The most piles that a layout may have."""
LAYOUT = {f"T{pile}": pile for pile in range(PILES)}
LOADED = ("OR", "OW")

SPACE = ""
"""Stands for the top card of an empty pile."""

RED = {"D", "H"}


def _rank(card: Card) -> int:
    return PLACE[card] % 13


def _is_red(card: Card) -> bool:
    return suit_of(card) in RED


BELOW: dict[Card, Card | None] = {
    card: STANDARD[PLACE[card] - 1] if _rank(card) else None for card in STANDARD
}
"""On which card of the centre each card goes; an ace starts a foundation."""
ABOVE: dict[str, list[Card]] = {
    top: [card for card in STANDARD if (BELOW[card] or suit_of(card)) == top] for top in (*SUITS, *STANDARD)
}
"""Which card goes on each card, none on a king; on nothing of a suit its ace."""

UP_TO = {card: STANDARD[PLACE[card] - _rank(card) : PLACE[card] + 1] for card in STANDARD}
"""The cards of a foundation by its top."""

FITS: dict[Card, frozenset[Card]] = {
    card: frozenset(
        top for top in STANDARD if _rank(top) == _rank(card) + 1 and _is_red(top) != _is_red(card)
    )
    for card in STANDARD
}
"""On which cards of the layout each card fits: the next higher rank in the other colour."""
ONTO = {card: fits | {SPACE} for card, fits in FITS.items()}
"""On which tops of the layout it may be laid: a space takes any card."""

LOADS: dict[Card, frozenset[Card]] = {
    top: frozenset(card for card in STANDARD if BELOW[card] == top or BELOW[top] == card) for top in STANDARD
}
"""Which cards each card may be loaded with: its neighbours in its suit, king and ace being none."""

SOURCES = ("R", "S", *LAYOUT)


def _spelled(source: str, target: str) -> Move:
    return sys.intern(f"move {source} {target}")


TO_CENTRE = tuple(_spelled(source, "F") for source in SOURCES)
ON_RESERVE = tuple(_spelled(source, "OR") for source in SOURCES)
ON_WASTE = tuple(_spelled(source, "OW") for source in SOURCES)
TO_LAYOUT = {source: tuple(_spelled(source, pile) for pile in LAYOUT) for source in SOURCES}
"""By source, then by pile."""
BUILDING = tuple(TO_LAYOUT[pile] for pile in LAYOUT)

MOVES: dict[Move, tuple[str, str]] = {
    _spelled(source, target): (source, target)
    for targets in (["F"], list(LAYOUT), ["OR"], ["OW"])
    for source in SOURCES
    for target in targets
    if source != target
}
"""All moves of cards in canonical order: to the centre, onto the layout, loading; from where to where."""
SHUFFLES = frozenset(move for move, places in MOVES.items() if LAYOUT.keys() >= set(places))
"""From pile to pile of the layout."""
DUE = frozenset([*TO_CENTRE, *TO_LAYOUT["R"]])
"""What must be done before a player may pass."""


def fitting(ways: tuple[Move, ...], cards: tuple[Card, ...], wanted: frozenset[Card]) -> list[Move]:
    """The ways of those cards that are wanted; there is a way for each card."""
    return [ways[at] for at, card in enumerate(cards) if card in wanted]


@lru_cache(maxsize=4096)
def wanted_by(centre: tuple[Card | None, ...]) -> frozenset[Card]:
    """The cards that the centre takes, whose foundations stand two a suit."""
    return frozenset(card for at, top in enumerate(centre) for card in ABOVE[top or SUITS[at // 2]])


@lru_cache(maxsize=4096)
def builds(tops: tuple[Card, ...], lone: tuple[bool, ...]) -> tuple[Move, ...]:
    """The moves from pile to pile of a layout with these tops; a card that is alone goes to no space.

    `lone` may be empty where there is no space.
    """
    moves: list[Move] = []
    present = set(tops)
    for source, card in enumerate(tops):
        if card:
            onto = FITS[card] if lone and lone[source] else ONTO[card]
            if not onto.isdisjoint(present):
                moves += fitting(BUILDING[source], tops, onto)
    return tuple(moves)
