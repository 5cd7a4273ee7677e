"""What a look at the database has found."""

from __future__ import annotations

from dataclasses import dataclass, field

from caravan.live.wire import Key

Event = tuple[Key, bytes]


@dataclass(frozen=True, slots=True)
class News:
    """What has happened since the last look."""

    shown: bool
    """Whether everybody may see it."""
    events: list[Event] = field(default_factory=list)
    """In the order of their keys."""
    end: bytes = b""
    """The last event there is, if nothing more will come."""
