"""What a deck is: groups of faces, and a few of them that stand for the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bots.viewer.decks.face import Face, back
from bots.viewer.markup import Markup, joined
from referee.game import Card


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that belong together, such as a suit."""

    title: str
    faces: list[Face]


@dataclass(frozen=True, slots=True)
class Deck:
    """All different cards of a game; `samples` are a few of them for its picture."""

    groups: list[Group]
    samples: tuple[Card, ...]

    def faces(self) -> Iterator[Face]:
        """Group by group."""
        for group in self.groups:
            yield from group.faces

    def html(self) -> Markup:
        """A back and all faces, for scripts to copy in any size."""
        return joined((back(), *(face.html("") for face in self.faces())))

    def picture(self) -> list[Face]:
        """The samples."""
        by_card = {face.card: face for face in self.faces()}
        return [by_card[card] for card in self.samples]
