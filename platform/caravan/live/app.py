"""Answers GET /live/<fixture>/ and /live/wall/: `?since=` or Last-Event-ID to resume, `?once` to poll.

Below /api/v1/ it answers with lines: those of a match, a fixture or a season, `?after=` the id of one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import ExitStack, suppress
from typing import Any

from caravan.environment import WATCHERS
from caravan.live.admission import AGAIN, DeniedError, Places
from caravan.live.asked import Asked
from caravan.live.channel import Channel, Watcher
from caravan.live.hub import Hub
from caravan.live.lines import PATHS, PROBLEM, Lines, problem, wanted
from caravan.live.wire import event
from caravan.streams import PREFIX

SILENCE = 15.0
"""Seconds after which a ping says that the stream is still there."""
GUARDS = [
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
]
"""On every answer."""
CLOSED = event({"open": False}, name="done")

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
log = logging.getLogger(__name__)


class Live:
    """The application; its hub begins with the first request, in the loop that serves it."""

    def __init__(self, hub: Callable[[], Hub] = Hub) -> None:
        self._make = hub
        self._hub: Hub | None = None
        self._places = Places()

    @property
    def watchers(self) -> int:
        """How many there are in this process."""
        return self._hub.watchers if self._hub else 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        with ExitStack() as place:
            try:
                stream = await self._opened(scope, send, place)
            except DeniedError as error:
                await refuse(scope, send, error)
            except LookupError:
                await refuse(scope, send, DeniedError(404, ""))
            except Exception:
                log.exception("No stream could be begun")
                await refuse(scope, send, DeniedError(503, "", AGAIN))
            else:
                await stream.run(receive)

    async def _opened(self, scope: Scope, send: Send, place: ExitStack) -> Stream:
        """The stream that is asked for, which holds a place unless it is a poll; or an error says why not."""
        self._hub = self._hub or self._make()
        asked = await self._asked(self._hub, scope)
        if not asked.once:
            place.enter_context(self._places.one(scope, asked.user))
        channel = await self._hub.channel(asked.channel)
        if not (channel.shown or asked.bears_key()):
            raise LookupError(scope["path"])
        return Stream(channel, asked, send)

    async def _asked(self, hub: Hub, scope: Scope) -> Asked | Lines:
        if scope["method"] != "GET":
            raise DeniedError(405, "")
        asked = Asked(scope) if scope["path"].startswith(PREFIX) else None
        if self.watchers >= WATCHERS and not (asked and asked.once):
            raise DeniedError(503, "So many follow what is played that there is no room for one more.", AGAIN)
        return asked if asked else await hub.ask(wanted, scope)


class Stream:
    """One watcher's answer, until there is no more, or nobody to take it."""

    def __init__(self, channel: Channel, asked: Asked | Lines, send: Send) -> None:
        self._channel, self._asked, self._send = channel, asked, send

    async def run(self, receive: Receive) -> None:
        """The whole answer."""
        await self._send({"type": "http.response.start", "status": 200, "headers": self._headers()})
        with self._channel.watched(self._asked.since) as watcher:
            leaving = asyncio.create_task(left(receive, watcher))
            try:
                await self._say(self._asked.begin(self._channel))
                while not leaving.done() and await self._goes_on(watcher):
                    await self._wait(watcher)
            finally:
                leaving.cancel()
        await self._send({"type": "http.response.body", "body": b""})

    async def _goes_on(self, watcher: Watcher) -> bool:
        """Sends what is new to who may have it; whether more may come."""
        channel = self._channel
        if not (channel.shown or self._asked.bears_key()):
            await self._say(self._asked.spell(CLOSED))
            return False
        end = channel.end  # before anything is sent: what comes meanwhile is sent before a later end
        await self._say(self._asked.spell(channel.next(watcher)))
        await self._say(self._asked.spell(end))
        return not (end or self._asked.once)

    async def _wait(self, watcher: Watcher) -> None:
        """Until there is news; after a long silence a ping."""
        try:
            async with asyncio.timeout(SILENCE):
                await watcher.woken.wait()
        except TimeoutError:
            await self._say(self._asked.ping)

    def _headers(self) -> list[tuple[bytes, bytes]]:
        kind = self._asked.content_type.encode()
        return [(b"content-type", kind), (b"x-accel-buffering", b"no"), *GUARDS]

    async def _say(self, body: bytes) -> None:
        if body:
            await self._send({"type": "http.response.body", "body": body, "more_body": True})


async def left(receive: Receive, watcher: Watcher) -> None:
    """Waits until the client has gone, and wakes its stream."""
    with suppress(asyncio.CancelledError):
        while (await receive())["type"] != "http.disconnect":
            pass
        watcher.woken.set()


def streamed(path: str) -> bool:
    """Whether there is a stream at this address, and no page."""
    return path.startswith(PREFIX) or any(pattern.fullmatch(path) for pattern in PATHS.values())


async def refuse(scope: Scope, send: Send, denied: DeniedError) -> None:
    """An answer without a stream; programs are told why."""
    status = denied.status
    body = b"" if scope["path"].startswith(PREFIX) else problem(status, str(denied))
    headers = [(b"content-length", str(len(body)).encode()), *GUARDS]
    headers += [(b"content-type", PROBLEM.encode())] if body else []
    headers += [(b"www-authenticate", b"Bearer")] if status == 401 else []
    headers += [(b"retry-after", str(denied.after).encode())] if denied.after else []
    headers += [(b"allow", b"GET")] if status == 405 else []
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


live = Live()
