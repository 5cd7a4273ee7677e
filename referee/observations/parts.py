"""The small words in which a view is written down as numbers."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.game import HIDDEN, Card, Seat, View

Numbers = list[int]
Parts = dict[str, Numbers]
"""Each part of an observation under its name, in order."""


def counted(cards: Iterable[Card], place: Mapping[Card, int]) -> Numbers:
    """How many there are of each kind; what is hidden or no card is not counted."""
    numbers = [0] * len(place)
    for card in cards:
        if card in place:
            numbers[place[card]] += 1
    return numbers


def marked(value: object, values: Sequence[object]) -> Numbers:
    """1 at the place of the value, 0 elsewhere; only 0 if it is none of them."""
    return [int(value == each) for each in values]


def top(pile: Sequence[Card], place: Mapping[Card, int]) -> Numbers:
    """1 at the kind of the last card."""
    return counted(pile[-1:], place)


def sizes(piles: Iterable[Sequence[Any]]) -> Numbers:
    """How many each holds."""
    return [len(pile) for pile in piles]


def joined(parts: Iterable[Numbers]) -> Numbers:
    """One after the other."""
    return [number for part in parts for number in part]


def places(kinds: Iterable[Card]) -> dict[Card, int]:
    """The place of each kind, in the order in which they first come."""
    return {card: at for at, card in enumerate(dict.fromkeys(kinds)) if card != HIDDEN}


class Round:
    """The seats of a view, counted from its own one on."""

    def __init__(self, view: View) -> None:
        """Of the seat that the view names."""
        self.seats = [(view["seat"] + step) % view["seats"] for step in range(view["seats"])]

    def of(self, values: Sequence[Any]) -> list[Any]:
        """A value of each seat, the own one first."""
        return [values[seat] for seat in self.seats]

    def at(self, *seats: Seat | None) -> Numbers:
        """1 at these seats; the dealer and nobody have no place."""
        return [int(seat in seats) for seat in self.seats]
