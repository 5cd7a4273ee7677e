"""The cards of Donkey, and the sets that can be laid of a hand."""

import sys
from functools import cache

from referee.game import Card, Move

NUMBERS = tuple(sys.intern(str(number)) for number in range(1, 14))
JOKER, DONKEY = map(sys.intern, "JD")
CARDS = (*NUMBERS, JOKER, DONKEY)
"""The different cards in canonical order."""

COPIES = dict.fromkeys(NUMBERS, 8) | {JOKER: 5, DONKEY: 1}
VALUE = {number: int(number) for number in NUMBERS} | {JOKER: 14, DONKEY: 0}
"""What a card is worth when it is played; a joker beside a number is worth that number."""
POINTS = VALUE | {DONKEY: 20}
"""What a card costs that is left in a hand."""

CARD_TABLE = {"copies": COPIES, "value": VALUE, "points": POINTS}

PACK = tuple(card for card in CARDS for _ in range(COPIES[card]))
PLACE = {card: place for place, card in enumerate(CARDS)}


def rest_of_the_pack(cards: list[Card]) -> list[Card]:
    """What the pack has beside these cards, in canonical order."""
    left = COPIES.copy()
    for card in cards:
        left[card] -= 1
    return [card for card, count in left.items() for _ in range(count)]


# ---- what a hand can lay


def sets_of(card: Card, held: int, jokers: int) -> list[list[Card]]:
    """The sets of a card with so many of it and so many jokers: by size, the fewer jokers first."""
    most = 0 if card in (JOKER, DONKEY) else jokers
    sets = [[card] * of_it + [JOKER] * more for of_it in range(1, held + 1) for more in range(most + 1)]
    return sorted(sets, key=lambda cards: (len(cards), cards.count(JOKER)))


def played(cards: list[Card]) -> Move:
    """The move that lays a set."""
    return sys.intern(f"play {' '.join(cards)}")


LAID: dict[Move, list[Card]] = {
    played(cards): cards for card in CARDS for cards in sets_of(card, COPIES[card], COPIES[JOKER])
}
"""What each way of playing lays."""
SINGLE = {card: played([card]) for card in CARDS}
HIGHER = [{card: SINGLE[card] for card in CARDS if VALUE[card] > value} for value in range(15)]
"""The cards above each value, with the move that lays one."""


@cache
def ways(card: Card, held: int, jokers: int, size: int | None = None) -> tuple[Move, ...]:
    """The moves that lay a set of that card, of any size or of one."""
    return tuple(played(cards) for cards in sets_of(card, held, jokers) if size in (None, len(cards)))


def leads(hand: list[Card]) -> list[Move]:
    """Every set in a hand by its value, the donkey last."""
    jokers = hand.count(JOKER)
    moves: list[Move] = []
    for card in dict.fromkeys(hand):
        moves += ways(card, hand.count(card), jokers)
    return moves


def answers(hand: list[Card], size: int, value: int) -> list[Move]:
    """Every set of that size and a higher value, and to pass."""
    higher = HIGHER[value]
    if size == 1:
        moves = [higher[card] for card in dict.fromkeys(hand) if card in higher]
    else:
        moves, jokers = [], hand.count(JOKER)
        for card in dict.fromkeys(hand):
            if card in higher and (held := hand.count(card)) + jokers >= size:
                moves += ways(card, held, jokers, size)
    moves.append("pass")
    return moves


def points_of(hand: list[Card]) -> int:
    """The penalty points of a hand."""
    return sum(POINTS[card] for card in hand)
