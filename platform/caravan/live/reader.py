"""Reads one fixture's news from the database, in the one thread that does so."""

from __future__ import annotations

import time
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from bots.viewer import words
from caravan.live.news import Event, News
from caravan.live.wire import Key, event
from referee.replay import changed
from tournaments import watching
from tournaments.models import LiveChunk
from tournaments.watching import Stand

PATIENCE = 5.0
"""Seconds that a message may come late before the rest of its match is given up."""


class Reader:
    """Remembers how far it has read; events come in the order of their keys, none left out within a match."""

    def __init__(self, pk: int) -> None:
        """LookupError for a fixture that does not exist."""
        self.pk, self._number = pk, 0
        self._match, self._move, self._over = 0, 0, True
        self._stuck = float("inf")
        self._scene = watching.scene(pk)
        self.head = event(self._scene, name="scene")

    def news(self) -> News:
        """What the next look finds."""
        return self.since(watching.stand(self.pk))

    def since(self, stand: Stand | None) -> News:
        """The same where it is known already how far the fixture is."""
        if stand is None:
            return News(shown=False, end=event({}, name="done"))
        if stand.ended:
            return News(stand.shown, end=event({"open": stand.open}, name="done"))
        if stand.number == self._number:
            return News(
                stand.shown, list(self._moves(watching.chunks(stand.attempt, self._match, self._move)))
            )
        chunks = watching.chunks(stand.attempt, 0, 0)
        return News(stand.shown, [*self._turn_to(stand.number), *self._moves(chunks)])

    def _turn_to(self, number: int) -> Iterator[Event]:
        """Another attempt: everything begins again."""
        self._number = number
        self._match, self._move, self._over = 0, 0, True
        if number > 1:
            at = Key(number, 0, 0)
            yield at, event({"attempt": number}, name="restart", at=at)

    def _moves(self, chunks: list[LiveChunk]) -> Iterator[Event]:
        now = time.monotonic()
        for chunk in chunks:
            if not self._follows(chunk):
                self._stuck = min(self._stuck, now + PATIENCE)
                if now < self._stuck:
                    return
                if chunk.first > 0:
                    continue  # the rest of a match that is given up
            self._stuck = float("inf")
            if chunk.first == 0:
                self._begin(chunk.match)
            for frame in chunk.frames:
                yield self._event(frame)
            self._over = chunk.over

    def _follows(self, chunk: LiveChunk) -> bool:
        """Whether nothing lies between what has been read and this."""
        if chunk.first == 0:
            return self._over
        return (chunk.match, chunk.first) == (self._match, self._move)

    def _begin(self, match: int) -> None:
        self._match, self._move = match, 0
        self._position: Any = deepcopy(self._scene["start"])
        bots = self._scene["bots"]
        self._names = [bots[competitor] for competitor in self._scene["seating"][match]]

    def _event(self, frame: dict[str, Any]) -> Event:
        """The next move of the match, with its words."""
        before, self._position = self._position, deepcopy(self._position)
        changed(self._position, frame["changes"])
        step = words.Step(frame["seat"], frame["move"], before, self._position, self._names)
        self._move += 1
        at = Key(self._number, self._match, self._move)
        told = {**frame, "words": words.say(self._scene["game"], step)}
        return at, event(told, at=at)
