"""The decks of the games: every card drawn once, here, for pages and for the replay alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from bots.viewer.decks import donkey, plain, scandaroon, standard, tuareg
from bots.viewer.decks.deck import Deck
from bots.viewer.decks.face import Face
from referee.game import Card
from referee.games import GAMES

__all__ = ["DECKS", "Deck", "Face", "deck", "names"]

DECKS: Mapping[str, Callable[[Mapping[str, Any]], Deck]] = {
    "pis_yedili": lambda _: standard.deck("7C", "8D", "JH", "AS"),
    "chicane": lambda _: standard.deck("KS", "QH", "JC", "10D"),
    "scandaroon": scandaroon.deck,
    "donkey": donkey.deck,
    "tuareg": tuareg.deck,
}
"""By game, from its card table."""


def deck(game: str) -> Deck:
    """The deck of a game; without drawings of its own its cards show their codes."""
    cls = GAMES[game]
    if game in DECKS:
        return DECKS[game](cls.card_table)
    return plain.deck(cls.start(cls.tables[0]).pack())


@lru_cache
def names(game: str) -> Mapping[Card, str]:
    """What each card of a game is called."""
    return {face.card: face.name for face in deck(game).faces()}
