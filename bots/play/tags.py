"""The words that bots put beside their moves, gathered while a match is played."""

from collections.abc import Mapping, Sequence
from typing import Any

from bots.play.session import Session
from referee.game import Move, Seat
from referee.match import Player

ROOM = 16 << 10
"""Bytes kept of those of a match."""


class Tags:
    """Those of one match; what has no room any more is dropped."""

    def __init__(self) -> None:
        self.words: dict[str, str] = {}
        """By the number of the move, from 1."""
        self._moves = 0
        self._room = ROOM

    def player(self, session: Session) -> Player:
        """A bot whose words are kept."""

        def choose(seat: Seat, view: Mapping[str, Any], legal: Sequence[Move], news: Sequence[Any]) -> Move:
            move = session.choose(seat, view, legal, news)
            self._keep(session.tag)
            return move

        return choose

    def heard(self, seat: Seat, move: Move) -> None:
        """Another move was made."""
        self._moves += 1

    def _keep(self, word: str) -> None:
        size = len(word.encode())
        if 0 < size <= self._room:
            self._room -= size
            self.words[str(self._moves + 1)] = word
