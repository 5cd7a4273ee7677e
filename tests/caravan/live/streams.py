"""A stream asked for without a server, and what it says."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from caravan.live.app import Live
from caravan.live.news import News
from caravan.live.wire import Key, event


class Told:
    """A reader that finds what the test puts there."""

    head = event({"fixture": 7}, name="scene")

    def __init__(self) -> None:
        self.found = [News(shown=True)]
        self.asked = 0

    def moves(self, *keys: tuple[int, int, int], **more: Any) -> None:
        """The next look finds these moves."""
        events = [(Key(*at), event(str(Key(*at)), at=Key(*at))) for at in keys]
        self.found.append(News(shown=True, events=events, **more))

    def news(self) -> News:
        """The next of what was put there, then nothing new."""
        self.asked += 1
        return self.found.pop(0) if self.found else News(shown=True)


class Client:
    """Asks for a stream in the loop that runs, and takes in what comes."""

    def __init__(
        self,
        live: Live,
        path: str,
        query: str = "",
        last: str = "",
        method: str = "GET",
        peer: str = "192.0.2.1",
        forwarded: str = "",
    ) -> None:
        told = {"last-event-id": last, "x-forwarded-for": forwarded}
        headers = [(name.encode(), said.encode()) for name, said in told.items() if said]
        scope = {"method": method, "path": path, "query_string": query.encode(), "headers": headers}
        scope["client"] = (peer, 40000)
        self.status = 0
        self.ended = False
        self.headers: dict[bytes, bytes] = {}
        self._body = b""
        self._gone = asyncio.Event()
        self._came = asyncio.Event()
        self.task = asyncio.ensure_future(live(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        self.status = message.get("status", self.status)
        self.headers |= dict(message.get("headers", []))
        self._body += message.get("body", b"")
        self.ended = message["type"] == "http.response.body" and not message.get("more_body")
        self._came.set()

    def leave(self) -> None:
        """Closes the connection."""
        self._gone.set()

    async def until(self, word: str) -> Client:
        """Until the stream has said this."""
        while word not in self.text:
            self._came.clear()
            await self._came.wait()
        return self

    @property
    def text(self) -> str:
        """All that has come."""
        return self._body.decode()

    @property
    def ids(self) -> list[str]:
        """The ids of all events so far."""
        return [line.removeprefix("id: ") for line in self.text.split("\n") if line.startswith("id: ")]

    def data(self, name: str = "") -> list[Any]:
        """What the events of this name carry."""
        found = []
        for block in self.text.split("\n\n"):
            fields = dict(line.split(": ", 1) for line in block.split("\n") if ": " in line)
            if "data" in fields and fields.get("event", "") == name:
                found.append(json.loads(fields["data"]))
        return found
