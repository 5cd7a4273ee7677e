"""What a look at the database has found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

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


class Reading(Protocol):
    """Looks for news again and again, in the one thread that does so."""

    head: bytes
    """The event that tells what it is about."""

    def news(self) -> News:
        """What the next look finds."""
