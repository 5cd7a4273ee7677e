"""What all watchers of a process share: a channel for each fixture that is followed, one task, one thread."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from django.db import DatabaseError, connection

from caravan.live import bell
from caravan.live.channel import Channel, Newest
from caravan.live.reader import Reader
from caravan.live.wall import WALL, Wall

SWEEP = 2.0
"""Seconds after which every channel is looked after, bell or no bell."""
GATHER = 0.02
"""Seconds in which bells are gathered before the database is asked."""
LINGER = 5
"""So many sweeps a channel outlives its last watcher."""

T = TypeVar("T")
Reading = Reader | Wall
Listen = Callable[[Callable[[int], None]], Coroutine[Any, Any, None]]
log = logging.getLogger(__name__)


def reading(pk: int) -> Reading:
    """What reads a fixture, or the wall."""
    return Wall() if pk == WALL else Reader(pk)


class Hub:
    """Reads for all watchers in this event loop; asleep while there are none."""

    def __init__(self, read: Callable[[int], Reading] = reading, listen: Listen = bell.listen) -> None:
        self._read, self._listen = read, listen
        self._database = ThreadPoolExecutor(1, "live")
        self._channels: dict[int, Channel] = {}
        self._opening = asyncio.Lock()
        self._rung: set[int] = set()
        self._bell = asyncio.Event()
        self._pump: asyncio.Task[None] | None = None
        self._due = 0.0
        """The time of the next sweep, as the loop counts it."""

    @property
    def watchers(self) -> int:
        """How many there are."""
        return sum(channel.watchers for channel in self._channels.values())

    async def channel(self, pk: int) -> Channel:
        """The channel of a fixture, or of `WALL`, with all that is known; LookupError if there is none."""
        async with self._opening:
            if pk not in self._channels:
                reader = await self._ask(self._read, pk)
                opened = Newest(reader) if pk == WALL else Channel(reader)
                opened.publish(await self._ask(opened.reader.news))
                self._channels[pk] = opened
        if self._pump is None or self._pump.done():
            self._pump = asyncio.create_task(self._run())
        return self._channels[pk]

    def ring(self, pk: int) -> None:
        """There is news of a fixture, and so of the wall."""
        if rung := {pk, WALL} & self._channels.keys():
            self._rung |= rung
            self._bell.set()

    async def _run(self) -> None:
        """Until nobody watches any more: reads what was rung for, and from time to time everything."""
        listening = asyncio.create_task(self._listen(self.ring))
        try:
            while self._channels:
                for pk in await self._next():
                    await self._refresh(pk)
        finally:
            listening.cancel()

    async def _next(self) -> set[int]:
        """The channels to be read now."""
        now = asyncio.get_running_loop().time
        with suppress(TimeoutError):
            async with asyncio.timeout_at(self._due):
                await self._bell.wait()
                await asyncio.sleep(GATHER)
        self._bell.clear()
        rung, self._rung = self._rung, set()
        if now() < self._due:
            return rung
        self._due = now() + SWEEP
        self._forget()
        return set(self._channels)

    def _forget(self) -> None:
        """Drops channels that have had no watcher for a while."""
        for channel in self._channels.values():
            channel.idle = 0 if channel.watchers else channel.idle + 1
        self._channels = {pk: one for pk, one in self._channels.items() if one.idle < LINGER}

    async def _refresh(self, pk: int) -> None:
        """Reads one channel; an error is logged, the next sweep tries again."""
        if (channel := self._channels.get(pk)) is None or channel.end:
            return
        try:
            channel.publish(await self._ask(channel.reader.news))
        except Exception:
            log.exception("Nothing could be read for those who watch", extra={"fixture": pk})

    async def _ask(self, read: Callable[..., T], *args: Any) -> T:
        """The answer of the one thread that speaks with the database."""
        return await asyncio.get_running_loop().run_in_executor(self._database, self._asked, read, args)

    @staticmethod
    def _asked(read: Callable[..., T], args: tuple[Any, ...]) -> T:
        try:
            return read(*args)
        except DatabaseError:
            connection.close()  # the next question opens another
            raise
