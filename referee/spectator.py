"""A match for those who hold no seat: each move as they hear of it, and what it changes in their view."""

from typing import Any

from referee.game import Game, Move
from referee.replay import changes

Frame = dict[str, Any]


class Spectator:
    """Looks on from an empty table; whatever it is told of hidden cards, it shows only their shape."""

    def __init__(self, table: Game) -> None:
        """Take the table over: it is played on here."""
        self._table = table
        self._seen = table.view(None)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._table.turn is None

    def frame(self, move: Move) -> Frame:
        """The next move, which must be legal: seat, move as heard, `changes` as in a replay."""
        table, seat = self._table, self._table.turn
        heard = table.told(move, None)
        table.apply(move)
        before, self._seen = self._seen, table.view(None)
        return {"seat": seat, "move": heard, "changes": changes(before, self._seen)}
