"""Server-Sent Events as bytes, and their ids: `attempt.match.move`, of which the later is the greater."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import msgspec

PING = b": ping\n\n"
RETRY = b"retry: 2000\n\n"
"""Milliseconds after which a browser comes back when the stream broke off."""
_ID = re.compile(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})", re.ASCII)


class Key(NamedTuple):
    """Where in a fixture: the attempt, the match from 0 in the order of play, the move from 1.

    Of a season: the number of the bulletin, and twice 0.
    """

    attempt: int
    match: int
    move: int

    def __str__(self) -> str:
        return f"{self.attempt}.{self.match}.{self.move}"


NOWHERE = Key(0, 0, 0)
"""Before everything."""


def key(text: str) -> Key | None:
    """The id that a client has seen last; None for what is none."""
    found = _ID.fullmatch(text)
    return Key(*map(int, found.groups())) if found else None


def event(data: Any, *, name: str = "", at: Key | None = None) -> bytes:
    """One event; without a name it is a `message`."""
    named = f"event: {name}\n" if name else ""
    spelled = f"id: {at}\n" if at else ""
    return f"{spelled}{named}data: ".encode() + msgspec.json.encode(data) + b"\n\n"
