"""What a request for a stream asks for, and whether it may have it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from caravan.live.channel import Channel
from caravan.live.wall import WALL
from caravan.live.wire import PING, RETRY, Key, key
from caravan.streams import PREFIX, opens

_FIXTURE = re.compile(r"[1-9]\d{0,17}", re.ASCII)


class Asked:
    """The address, the query and the one header that count; it is told in events."""

    content_type = "text/event-stream; charset=utf-8"
    ping = PING
    user: int | None = None

    def __init__(self, scope: Mapping[str, Any]) -> None:
        """LookupError for an address at which there is no stream."""
        name = scope["path"].removeprefix(PREFIX).removesuffix("/")
        if name != "wall" and not _FIXTURE.fullmatch(name):
            raise LookupError(name)
        self.channel: int = WALL if name == "wall" else int(name)
        query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        headers = dict(scope["headers"])
        last = headers.get(b"last-event-id", b"").decode("latin-1") or query.get("since", [""])[-1]
        self.since: Key | None = key(last)
        """What the client has seen last."""
        self.once = "once" in query
        """Whether it wants what there is and no more."""
        self._key = query.get("key", [""])[-1]

    def begin(self, channel: Channel) -> bytes:
        """What comes first."""
        return RETRY + channel.reader.head

    def spell(self, events: bytes) -> bytes:
        """As they are."""
        return events

    def bears_key(self) -> bool:
        """Whether it may follow what is not for everybody."""
        return opens(self._key, self.channel)
