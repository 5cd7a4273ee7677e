"""One stream of events: encoded once, sent to all its watchers, of whom each knows how far it has got."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager

from caravan.live.news import News, Reading
from caravan.live.wire import NOWHERE, Key


class Watcher:
    """One client."""

    def __init__(self, at: int) -> None:
        self.at = at
        """The index of the event that it gets next."""
        self.woken = asyncio.Event()


class Channel:
    """The events so far of a fixture, of a season, or of the wall."""

    def __init__(self, reader: Reading) -> None:
        self.reader = reader
        self.shown = False
        """Whether everybody may follow it."""
        self.end = b""
        """The last event, once there is one."""
        self.idle = 0
        """So many sweeps have found no watcher."""
        self._keys: list[Key] = []
        self._events: list[bytes] = []
        self._watchers: set[Watcher] = set()

    @property
    def watchers(self) -> int:
        """How many there are."""
        return len(self._watchers)

    def publish(self, news: News) -> None:
        """Takes in what was read, and wakes everybody if that is anything."""
        self._keys += [key for key, _ in news.events]
        self._events += [event for _, event in news.events]
        awaited = bool(news.events) or (news.shown, news.end) != (self.shown, self.end)
        self.shown, self.end = news.shown, news.end
        if awaited:
            for watcher in self._watchers:
                watcher.woken.set()

    @contextmanager
    def watched(self, since: Key | None) -> Iterator[Watcher]:
        """A watcher who has had all up to `since`, or else comes in at the first move of the newest match."""
        watcher = Watcher(bisect_right(self._keys, since or self.entrance))
        self._watchers.add(watcher)
        try:
            yield watcher
        finally:
            self._watchers.discard(watcher)

    def next(self, watcher: Watcher) -> bytes:
        """All that the watcher has not had yet."""
        watcher.woken.clear()
        events = self._events[watcher.at :]
        watcher.at += len(events)
        return b"".join(events)

    @property
    def entrance(self) -> Key:
        """After what somebody comes in who has had nothing: the beginning of the newest match."""
        return self._keys[-1]._replace(move=0) if self._keys else NOWHERE


class Newest(Channel):
    """Of whose events only the last one counts."""

    def publish(self, news: News) -> None:
        """The last of these takes the place of all before."""
        if news.events:
            self._keys, self._events = [], []
            for watcher in self._watchers:
                watcher.at = 0
        super().publish(news)

    @property
    def entrance(self) -> Key:
        """Before what there is."""
        return NOWHERE
