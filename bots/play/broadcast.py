"""What is told of a fixture while it is played: the moves of one match at a time, as spectators see them.

It keeps up with bots of any speed: of a match that begins and ends between two messages nothing is told, of
all others everything.
"""

import time
from collections.abc import Callable

from msgspec import Struct

from referee.game import Game, Move, Seat
from referee.spectator import Frame, Spectator

PAUSE = 0.5
"""Seconds between two messages, at least."""
LONG_PAUSE = 10.0
"""Seconds after one that did not get through."""


class Moves(Struct, frozen=True):
    """Some moves of one match."""

    match: int
    """Its place in the order of play, from 0."""
    first: int
    """How many moves went before these."""
    frames: list[Frame]
    """See `referee.spectator`."""
    over: bool
    """Whether the match ends with them."""


class Broadcast:
    """Hears every move of a fixture and sends what is due; `send` is False where it did not get through."""

    def __init__(self, send: Callable[[Moves], bool], pause: float = PAUSE) -> None:
        self._send, self._pause, self._due = send, pause, 0.0
        self._playing: Followed | None = None
        self._followed: Followed | None = None

    def begin(self, match: int, table: Game) -> None:
        """The next match begins at this empty table, which is ours from here on."""
        self._playing = Followed(match, table)

    def heard(self, seat: Seat, move: Move) -> None:
        """A move was made."""
        if self._playing:
            self._playing.moves.append(move)
        self.tell()

    def tell(self) -> None:
        """Sends what is new, if it is time."""
        if time.monotonic() < self._due:
            return
        if self._followed is None or self._followed.told:
            self._followed = self._playing
        if self._followed and (news := self._followed.news()):
            through = self._send(news)
            self._due = time.monotonic() + (self._pause if through else LONG_PAUSE)
            if through:
                self._followed.sent()


class Followed:
    """A match with what has been told of it."""

    def __init__(self, match: int, table: Game) -> None:
        self.moves: list[Move] = []
        """Those that were made and not looked at yet."""
        self._match, self._spectator = match, Spectator(table)
        self._frames: list[Frame] = []
        self._sent = 0

    @property
    def told(self) -> bool:
        """Whether it is over and all of it has been sent."""
        return self._spectator.over and not self._frames

    def news(self) -> Moves | None:
        """What has not been sent yet, if anything."""
        moves, self.moves = self.moves, []
        self._frames = [*self._frames, *map(self._spectator.frame, moves)]
        return Moves(self._match, self._sent, self._frames, self._spectator.over) if self._frames else None

    def sent(self) -> None:
        """All of that news got through."""
        self._sent += len(self._frames)
        self._frames = []
