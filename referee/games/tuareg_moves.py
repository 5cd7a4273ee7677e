"""The moves of Tuareg that follow from a few cards: what fits on an animal, what pays, what can be given up.

Each enumerator gives its moves in canonical order and keeps them, up to a bound, by the cards that decide.
The texts are interned, so that the same move takes room once.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, pairwise, product
from pathlib import Path
from sys import intern
from typing import Any

from referee.game import Card, Move, Seat

TABLE: dict[str, Any] = json.loads(Path(__file__).with_suffix("").with_name("tuareg.json").read_text("utf-8"))
"""What is printed on the cards, with the other values that a rule may choose."""

GOODS: tuple[Card, ...] = tuple(map(intern, TABLE["goods"]))
"""The kinds of goods in canonical order, the scarcest first."""
SPECIALS: tuple[str, ...] = tuple(map(intern, TABLE["specials"]))
PACK: tuple[Card, ...] = tuple(good for good in GOODS for _ in range(TABLE["goods"][good]["count"]))
PLACE = {good: place for place, good in enumerate(GOODS)}

DRAW = 3
"""How many goods a draw takes; after so many at least one goes to the market."""
HAND = 4
"""The most goods in a hand at the end of a turn."""
ROOM = 4
"""The most goods on an animal."""
CAVE = 2
"""The most goods in a cave."""
PRICE = 3
"""What a special costs in dinars."""

Goods = tuple[Card, ...]
"""A hand or a market in canonical order, or a load from the bottom up."""
Purse = tuple[int, ...]
"""The dinars on an animal from the top down, as far as they can be of use in one payment."""


def in_order(goods: Iterable[Card]) -> list[Card]:
    """The goods in canonical order."""
    return sorted(goods, key=PLACE.__getitem__)


def fits_on_camel(load: Goods) -> bool:
    """Water alone, at most two gold, at most one change of kind from the bottom up."""
    changes = sum(below != above for below, above in pairwise(load))
    return changes <= 1 and load.count("gold") <= 2 and ("water" not in load or changes == 0)


LOADS: frozenset[Goods] = frozenset(load for size in range(ROOM + 1) for load in product(GOODS, repeat=size))
"""All that an animal can carry in number; a donkey carries any of these."""
CAMEL_LOADS = frozenset(filter(fits_on_camel, LOADS))


def carried_by(animal: str) -> frozenset[Goods]:
    """All loads of an animal, `camel:0` or `donkey:5`."""
    return LOADS if animal.startswith("donkey") else CAMEL_LOADS


def _purse(load: Goods, dinars: str) -> Purse:
    purse: list[int] = []
    for good in reversed(load):
        if sum(purse) < PRICE:
            purse.append(TABLE["goods"][good]["dinars"][dinars])
    return tuple(purse)


PURSES = {
    dinars: {load: _purse(load, dinars) for load in LOADS} for dinars in TABLE["goods"]["gold"]["dinars"]
}
"""By the rule `dinars`, the purse of each load."""


@lru_cache(maxsize=1 << 13)
def spelled(move: Move) -> tuple[str, ...]:
    """The words of a move."""
    return tuple(map(intern, move.split(" ")))


def _moves(texts: Iterable[str]) -> tuple[Move, ...]:
    return tuple(map(intern, texts))


# ---- the main action


def main_actions(
    hand: Goods,
    animals: Mapping[str, list[Card]],
    market: list[Card],
    offer: Mapping[str, int],
    dinars: str,
) -> list[Move]:
    """What can be loaded, taken and bought."""
    loads = {animal: tuple(load) for animal, load in animals.items()}
    roomy = [(animal, load) for animal, load in loads.items() if len(load) < ROOM]
    found: list[Move] = []
    for animal, load in roomy:
        found += loadings(animal, load, hand)
    counts = [market.count(good) for good in GOODS]
    for animal, load in roomy:
        for kind, ways in takings(animal, load):
            if count := counts[kind]:
                found += ways[:count]
    if offered := [special for special in SPECIALS if offer[special]]:
        purse = PURSES[dinars]
        purses = tuple([(animal, purse[load]) for animal, load in loads.items() if load])
        found += buyings(hand, purses, dinars, offered)
    return found


@lru_cache(maxsize=1 << 13)
def loadings(animal: str, load: Goods, hand: Goods) -> tuple[Move, ...]:
    """What can be loaded from a hand, in any order that fits."""
    return _moves(_loadings(f"load {animal}", load, hand, carried_by(animal)))


def _loadings(text: str, load: Goods, hand: Goods, fitting: frozenset[Goods]) -> Iterator[str]:
    for good in dict.fromkeys(hand):
        if (more := (*load, good)) in fitting:
            yield f"{text} {good}"
            at = hand.index(good)
            yield from _loadings(f"{text} {good}", more, hand[:at] + hand[at + 1 :], fitting)


@lru_cache(maxsize=1 << 12)
def takings(animal: str, load: Goods) -> tuple[tuple[int, tuple[Move, ...]], ...]:
    """For the place of each kind that fits, what can be taken of it: one, two and so on, as many as fit."""
    fitting = carried_by(animal)
    ways = [_moves(_takings(f"take {animal}", load, good, fitting)) for good in GOODS]
    return tuple((kind, of_kind) for kind, of_kind in enumerate(ways) if of_kind)


def _takings(text: str, load: Goods, good: Card, fitting: frozenset[Goods]) -> Iterator[str]:
    while (load := (*load, good)) in fitting:
        text = f"{text} {good}"
        yield text


def buyings(
    hand: Goods, purses: tuple[tuple[str, Purse], ...], dinars: str, offered: list[str]
) -> list[Move]:
    """Each special on offer for each payment from a hand and from the tops of animals."""
    if _worth(hand, dinars) + sum([sum(purse) for _, purse in purses]) < PRICE:
        return []
    parts = _from_hand(hand, dinars)
    added = {(total, least): _from_animals(total, least, purses) for _, total, least in parts}
    payments = [text + rest for text, total, least in parts for rest in added[total, least]]
    return [intern(f"buy {special}{payment}") for special in offered for payment in payments]


@lru_cache(maxsize=1 << 10)
def _worth(hand: Goods, dinars: str) -> int:
    """The dinars of a hand."""
    return sum(TABLE["goods"][good]["dinars"][dinars] for good in hand)


@lru_cache(maxsize=1 << 10)
def _from_hand(hand: Goods, dinars: str) -> list[tuple[str, int, int]]:
    """What a hand can add to a payment: the text, the dinars, those of the least good."""
    worth = {good: TABLE["goods"][good]["dinars"][dinars] for good in GOODS}
    parts = [("", 0, PRICE)]
    for size in range(1, PRICE + 1):
        for goods in dict.fromkeys(combinations(hand, size)):
            values = [worth[good] for good in goods]
            parts.append((" " + " ".join(goods), sum(values), min(values)))
    return parts


@lru_cache(maxsize=1 << 13)
def _from_animals(total: int, least: int, purses: tuple[tuple[str, Purse], ...]) -> tuple[str, ...]:
    """What animals can add to so many dinars: enough for the price, and not even the least good too many."""
    if total - least >= PRICE:
        return ()
    if not purses:
        return ("",) if total >= PRICE else ()
    (animal, purse), others = purses[0], purses[1:]
    parts = list(_from_animals(total, least, others))
    for count, deepest in enumerate(purse, start=1):
        total += deepest
        parts += [f" {animal}*{count}{rest}" for rest in _from_animals(total, min(least, deepest), others)]
    return tuple(parts)


# ---- the rest of a turn


@lru_cache(maxsize=1 << 10)
def endings(hand: Goods, least: int, drawn: bool) -> tuple[Move, ...]:
    """What may go to the market at the end of a turn: after a draw all that leaves at most four goods."""
    if not drawn:
        return ("end",)
    sizes = range(max(least, len(hand) - HAND), len(hand) + 1)
    given = (goods for size in sizes for goods in dict.fromkeys(combinations(hand, size)))
    return _moves(" ".join(["end", *goods]) for goods in given)


@lru_cache(maxsize=1 << 10)
def hidings(cave: int, goods: Goods, loaded: tuple[str, ...]) -> tuple[Move, ...]:
    """What can be hidden in a cave: goods from the hand, the tops of the own loaded animals."""
    from_hand = [f"cave {cave} hand {good}" for good in dict.fromkeys(goods)]
    return _moves([*from_hand, *(f"cave {cave} {animal}" for animal in loaded)])


@lru_cache(maxsize=1 << 10)
def thefts(thief: int, victim: Seat, holds: bool, loaded: tuple[str, ...]) -> tuple[Move, ...]:
    """What a thief can steal from a victim: from the hand if it holds any, the tops of the loaded animals."""
    places = ["hand", *loaded] if holds else loaded
    return _moves(f"thief {thief} {victim} {place}" for place in places)
