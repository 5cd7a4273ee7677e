"""What all watchers of a process share: a channel for all that is followed, one task, one thread."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, TypeVar

from django.db import DatabaseError, connection

from caravan.live import bell
from caravan.live.channel import Channel, Newest
from caravan.live.news import News, Reading
from caravan.live.reader import Reader
from caravan.live.season import OfSeason, SeasonReader
from caravan.live.wall import WALL, Wall
from tournaments import watching

SWEEP = 2.0
"""Seconds after which every channel is looked after, bell or no bell."""
REST = 0.1
"""Seconds between two looks at the database: each is one for all that was rung for meanwhile."""
LINGER = 5
"""So many sweeps a channel outlives its last watcher."""

T = TypeVar("T")
Name = int | OfSeason
"""Of a channel: a fixture's key, `WALL`, or a season's."""
Listen = Callable[[Callable[[int], None]], Coroutine[Any, Any, None]]
log = logging.getLogger(__name__)


def reading(name: Name) -> Reading:
    """What reads a fixture, a season, or the wall."""
    if isinstance(name, OfSeason):
        return SeasonReader(name.pk)
    return Wall() if name == WALL else Reader(name)


def looks(readings: Mapping[Name, Reading]) -> dict[Name, Callable[[], News]]:
    """What finds the news of each; how far fixtures are is asked at once for all of them."""
    stands = watching.stands([one.pk for one in readings.values() if isinstance(one, Reader)])
    return {
        name: partial(one.since, stands.get(one.pk)) if isinstance(one, Reader) else one.news
        for name, one in readings.items()
    }


@contextmanager
def logged(names: Collection[Name]) -> Iterator[None]:
    """An error is logged; the next sweep tries again."""
    try:
        yield
    except Exception:
        log.exception("Nothing could be read for those who watch", extra={"followed": list(names)})


class Hub:
    """Reads for all watchers in this event loop; asleep while there are none."""

    def __init__(self, read: Callable[[Name], Reading] = reading, listen: Listen = bell.listen) -> None:
        self._read, self._listen = read, listen
        self._database = ThreadPoolExecutor(1, "live")
        self._channels: dict[Name, Channel] = {}
        self._opening = asyncio.Lock()
        self._rung: set[Name] = set()
        self._bell = asyncio.Event()
        self._pump: asyncio.Task[None] | None = None
        self._due = 0.0
        """The time of the next sweep, as the loop counts it."""

    @property
    def watchers(self) -> int:
        """How many there are."""
        return sum(channel.watchers for channel in self._channels.values())

    async def channel(self, name: Name) -> Channel:
        """The channel of that name with all that is known; LookupError if there is none."""
        async with self._opening:
            if name not in self._channels:
                reader = await self.ask(self._read, name)
                opened = Newest(reader) if name == WALL else Channel(reader)
                opened.publish(await self.ask(opened.reader.news))
                self._channels[name] = opened
        if self._pump is None or self._pump.done():
            self._pump = asyncio.create_task(self._run())
        return self._channels[name]

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
                await self._refresh(await self._next())
        finally:
            listening.cancel()

    async def _next(self) -> set[Name]:
        """The channels to be read now."""
        now = asyncio.get_running_loop().time
        with suppress(TimeoutError):
            async with asyncio.timeout_at(self._due):
                await asyncio.sleep(REST)
                await self._bell.wait()
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
        self._channels = {name: one for name, one in self._channels.items() if one.idle < LINGER}

    async def _refresh(self, names: set[Name]) -> None:
        """Reads these channels in one go."""
        going = {name: one for name, one in self._channels.items() if name in names and not one.end}
        with logged(going):
            found = await self.ask(self._look, {name: one.reader for name, one in going.items()})
            for name, news in found.items():
                going[name].publish(news)

    def _look(self, readings: Mapping[Name, Reading]) -> dict[Name, News]:
        """What is new in each that can be read."""
        found = {}
        for name, look in looks(readings).items():
            with logged([name]):
                found[name] = self._asked(look)
        return found

    async def ask(self, read: Callable[..., T], *args: Any) -> T:
        """The answer of the one thread that speaks with the database."""
        return await asyncio.get_running_loop().run_in_executor(self._database, self._asked, read, *args)

    @staticmethod
    def _asked(read: Callable[..., T], *args: Any) -> T:
        try:
            return read(*args)
        except DatabaseError:
            connection.close()  # the next question opens another
            raise
