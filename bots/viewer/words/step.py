"""A move of a match with the positions around it, and how cards are called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from bots.viewer import decks
from referee.game import Card
from referee.replay import changed

SUIT_SIGNS = str.maketrans("CDHS", "♣♦♥♠")

Position = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """A move with the positions around it."""

    seat: int
    move: str
    before: Position
    after: Position
    names: Sequence[str] = ()
    """Who sits where."""


def steps(replay: Mapping[str, Any], names: Sequence[str]) -> Iterator[Step]:
    """Each move between the positions that the changes make."""
    before = replay["start"]
    for frame in replay["frames"]:
        after = deepcopy(before)
        changed(after, frame["changes"])
        yield Step(frame["seat"], frame["move"], before, after, names)
        before = after


def sign(card: Card) -> str:
    """A card of the common pack with its suit sign: "7♦"."""
    return card[:-1] + card[-1].translate(SUIT_SIGNS)


def called(game: str, cards: Sequence[Card]) -> list[str]:
    """The names of cards of a game; what is none as it is."""
    names = decks.names(game)
    return [names.get(card, card) for card in cards]
