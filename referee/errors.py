"""What the referee refuses, and why: one small tree.

    RefereeError            somebody gave us something wrong; says what and where
    ├── IllegalMove         the rules do not allow this move here
    ├── SetupError          no such game, table size or rule
    ├── PositionError       JSON that is no position of the game
    └── RecordError
        ├── RecordShapeError    not a record: truncated, wrong types, unknown game, future format
        └── RecordFalse         a record that does not follow the rules, or whose result is another

Anything else that comes out of the referee is a mistake of ours.
"""


class RefereeError(ValueError):
    """Something given to the referee is wrong; `place` says where, `reason` what."""

    def __init__(self, place: str, reason: str) -> None:
        """Keep both halves of the sentence `place: reason`."""
        super().__init__(f"{place}: {reason}" if place else reason)
        self.place = place
        self.reason = reason


class IllegalMove(RefereeError):  # noqa: N818 - says what happened
    """The rules do not allow this move in this position; `place` is the move."""


class SetupError(RefereeError):
    """No such game, table size or rule."""


class PositionError(RefereeError):
    """JSON that is no position of the game; `place` is a path such as `hands[1][0]`."""


class RecordError(RefereeError):
    """A record that cannot be relied upon."""


class RecordShapeError(RecordError):
    """Not a record: truncated, wrong types, an unknown game or a future format."""


class RecordFalse(RecordError):  # noqa: N818 - as above
    """A record that does not follow the rules or claims another result than they give."""
