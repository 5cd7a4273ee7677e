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
        self._seen = self._look()

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._table.turn is None

    def frame(self, move: Move) -> Frame:
        """The next move, which must be legal, as a replay has it: seat, move, changes, figures, points."""
        table = self._table
        frame = {"seat": table.turn, "move": table.told(move, None)}
        table.apply(move)
        before, self._seen = self._seen, self._look()
        told = {name: changes(before[name], now) for name, now in self._seen.items()}
        return {**frame, **told, "points": list(table.points())}

    def _look(self) -> dict[str, Any]:
        """What a frame tells the changes of; all of it is open."""
        return {"changes": self._table.view(None), "figures": self._table.figures()}
