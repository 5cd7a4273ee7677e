"""What fits where in Chicane, as tables: cards that may lie on cards, and the moves that put them there.

Places are R (the mover's reserve), S (the stock card turned), T0, T1, ... (the layout), F (the centre), OR
and OW (the other's reserve and waste).
"""

import sys
from functools import lru_cache

from referee.cards import PLACE, STANDARD, SUITS, suit_of
from referee.game import Card, Move

MOST_PILES = 12
"""In a layout."""
LAYOUT = {f"T{pile}": pile for pile in range(MOST_PILES)}
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
"""The cards of a foundation by its top,"""
HEIGHT: dict[Card | None, int] = {None: 0} | {top: len(cards) for top, cards in UP_TO.items()}
"""and how many they are."""

NO_CARD = "-"
Pair = tuple[Card, Card]
"""Two cards; where there are fewer, `NO_CARD` stands for them."""


def _pair(cards: list[Card]) -> Pair:
    one, two, *_ = [*cards, NO_CARD, NO_CARD]
    return one, two


FITS: dict[Card, Pair] = {
    card: _pair([top for top in STANDARD if _rank(top) == _rank(card) + 1 and _is_red(top) != _is_red(card)])
    for card in STANDARD
}
"""On which cards of the layout each card fits: the next higher rank in the other colour."""
LOADS: dict[Card, Pair] = {
    top: _pair([card for card in STANDARD if BELOW[card] == top or BELOW[top] == card]) for top in STANDARD
}
"""Which cards each card may be loaded with: its neighbours in its suit, king and ace being none."""

SOURCES = ("R", "S", *LAYOUT)


def _spelled(source: str, target: str) -> Move:
    return sys.intern(f"move {source} {target}")


MOVES: dict[Move, tuple[str, str]] = {
    _spelled(source, target): (source, target)
    for targets in (["F"], list(LAYOUT), ["OR"], ["OW"])
    for source in SOURCES
    for target in targets
    if source != target
}
"""All moves of cards in canonical order: to the centre, onto the layout, loading; from where to where."""
SHUFFLES = {
    move: (LAYOUT[source], LAYOUT[target])
    for move, (source, target) in MOVES.items()
    if {source, target} <= LAYOUT.keys()
}
"""From pile to pile of the layout: their numbers."""


# ---- places as bits: bit k stands for SOURCES[k], so 1 is R, 2 is S, 4 is T0


class Ways(dict[int, tuple[Move, ...]]):
    """By the mask of some places, the moves that have one of them; each is made when it is first wanted."""

    def __init__(self, moves: list[Move]) -> None:
        """Take one text for each place; what is no move is never given."""
        self.moves = [move if move in MOVES else "" for move in moves]

    def __missing__(self, mask: int) -> tuple[Move, ...]:
        """Pick the moves of the mask."""
        picked = tuple(move for bit, move in enumerate(self.moves) if move and mask >> bit & 1)
        self[mask] = picked
        return picked


TO_CENTRE, ON_RESERVE, ON_WASTE = (
    Ways([_spelled(source, target) for source in SOURCES]) for target in ("F", *LOADED)
)
"""By the places from which cards move."""
FROM = [Ways([_spelled(source, target) for target in SOURCES]) for source in SOURCES]
"""For each place, by the piles of the layout to which its card moves."""
FROM_RESERVE, FROM_STOCK, *SHIFTS = FROM
ONLY_TURNED, ALL_PLACES = 2, (1 << len(SOURCES)) - 1
DUE = frozenset([*TO_CENTRE.moves, *FROM_RESERVE.moves]) - {""}
"""What must be done before a player may pass."""

Tops = dict[Card, int]
"""The top cards of places, `SPACE` where there is none, each with the mask of where it lies."""


def tops_of(reserve: list[Card], turned: list[Card], layout: list[list[Card]]) -> Tops:
    """The top cards of all places."""
    tops: Tops = {}
    bit = 4
    for pile in layout:
        top = pile[-1] if pile else SPACE
        tops[top] = tops[top] | bit if top in tops else bit
        bit += bit
    if reserve:
        tops[reserve[-1]] = tops.get(reserve[-1], 0) | 1
    if turned:
        tops[turned[-1]] = tops.get(turned[-1], 0) | 2
    return tops


def lying(cards: Pair, tops: Tops) -> int:
    """The mask of the places where one of two cards lies on top."""
    return tops.get(cards[0], 0) | tops.get(cards[1], 0)


def wanted_in(centre: list[Card | None], tops: Tops) -> int:
    """The mask of the places whose top cards the centre takes."""
    wanted = wanted_by(tuple(centre))
    return 0 if wanted.isdisjoint(tops) else sum([tops[card] for card in wanted if card in tops])


def shifts(layout: list[list[Card]], tops: Tops) -> list[Move]:
    """The moves from pile to pile of the layout; a card that is alone goes to no space."""
    moves: list[Move] = []
    spaces = tops.get(SPACE, 0)
    for ways, pile in zip(SHIFTS, layout):  # noqa: B905 - there are ways for more piles
        if pile:
            one, two = FITS[pile[-1]]
            if one in tops or two in tops:
                fits = tops.get(one, 0) | tops.get(two, 0)
                moves += ways[fits | spaces if len(pile) > 1 else fits]
            elif spaces and len(pile) > 1:
                moves += ways[spaces]
    return moves


@lru_cache(maxsize=4096)
def wanted_by(centre: tuple[Card | None, ...]) -> frozenset[Card]:
    """The cards that the centre takes, whose foundations stand two a suit."""
    return frozenset(card for at, top in enumerate(centre) for card in ABOVE[top or SUITS[at // 2]])
