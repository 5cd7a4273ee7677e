"""Streams: who gets which, from where on, and that watchers share all that is dear."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from django.core import signing
from django.db import DatabaseError

from caravan.live import admission, app
from caravan.live.app import Live
from caravan.live.hub import Hub
from caravan.live.news import News
from caravan.live.wire import Key, event
from caravan.streams import signed
from tests.caravan.live.streams import Client, Told

PATIENCE = 60


class Site:
    """The application with a reader that the test fills and a bell that it rings."""

    def __init__(self) -> None:
        self.told = Told()
        self.opened, self.away = 0, False
        self.ring: Callable[[int], None] = lambda pk: None
        self.live = Live(lambda: Hub(self.read, self.listen))

    def read(self, pk: int) -> Told:
        """There is one fixture, and a wall."""
        if self.away:
            raise DatabaseError("away")
        if pk not in (0, 7):
            raise LookupError(pk)
        self.opened += 1
        return self.told

    async def listen(self, ring: Callable[[int], None]) -> None:
        """Lets the test ring."""
        self.ring = ring
        await asyncio.Event().wait()

    def client(self, *args: str, **named: str) -> Client:
        """Somebody who asks for the fixture, or another address."""
        return Client(self.live, *(args or ("/live/7/",)), **named)


def run(story: Callable[[Site], Awaitable[None]]) -> None:
    """A story that must come to its end."""
    asyncio.run(asyncio.wait_for(story(Site()), PATIENCE))


def test_a_watcher_gets_the_scene_then_each_move_as_it_comes() -> None:
    async def story(site: Site) -> None:
        client = await site.client().until("scene")
        assert client.headers[b"content-type"] == b"text/event-stream; charset=utf-8"
        assert client.headers[b"x-accel-buffering"] == b"no"
        for at in [(1, 0, 1), (1, 0, 2), (1, 1, 1)]:
            site.told.moves(at)
            site.ring(7)
            await client.until(".".join(map(str, at)))
        assert client.ids == ["1.0.1", "1.0.2", "1.1.1"]

    run(story)


def test_a_bell_that_got_lost_only_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caravan.live.hub.SWEEP", 0.05)

    async def story(site: Site) -> None:
        client = await site.client().until("scene")
        site.told.moves((1, 0, 1))
        await client.until("1.0.1")

    run(story)


def test_whoever_comes_later_begins_with_the_match_being_played() -> None:
    async def story(site: Site) -> None:
        site.told.found = []
        site.told.moves((1, 0, 1), (1, 0, 2), (1, 3, 1), (1, 3, 2))
        client = await site.client().until("1.3.2")
        assert client.ids == ["1.3.1", "1.3.2"]

    run(story)


@pytest.mark.parametrize(
    ("since", "rest"),
    [
        ("1.0.1", ["1.0.2", "1.3.1", "2.0.0", "2.0.1"]),
        ("1.3.1", ["2.0.0", "2.0.1"]),
        ("2.0.0", ["2.0.1"]),
        ("1.2.99", ["1.3.1", "2.0.0", "2.0.1"]),
        ("nonsense", ["2.0.1"]),
        ("1.0.1.", ["2.0.1"]),
    ],
)
def test_whoever_comes_back_gets_what_was_missed(since: str, rest: list[str]) -> None:
    async def story(site: Site) -> None:
        site.told.found = []
        site.told.moves((1, 0, 1), (1, 0, 2), (1, 3, 1), (2, 0, 0), (2, 0, 1))
        asked = [site.client(last=since), site.client("/live/7/", f"since={since}")]
        for client in asked:
            assert (await client.until("2.0.1")).ids == rest

    run(story)


def test_one_who_has_everything_gets_only_what_is_new() -> None:
    async def story(site: Site) -> None:
        site.told.found = []
        site.told.moves((1, 0, 1), (1, 0, 2))
        client = await site.client(last="1.0.2").until("scene")
        site.told.moves((1, 0, 3))
        site.ring(7)
        assert (await client.until("1.0.3")).ids == ["1.0.3"]

    run(story)


def test_the_end_ends_the_stream_for_all_and_for_those_who_come_after() -> None:
    async def story(site: Site) -> None:
        client = await site.client().until("scene")
        site.told.found = [News(shown=True, end=b"event: done\ndata: {}\n\n")]
        site.ring(7)
        await client.task
        assert (client.ended, client.data("done")) == (True, [{}])
        late = site.client()
        await late.task
        assert late.data("done") == [{}]

    run(story)


class Slow(Client):
    """Takes nothing more after the first move until it is let."""

    let: asyncio.Event

    async def _send(self, message: Any) -> None:
        await super()._send(message)
        if self.ids == ["1.0.1"]:
            await self.let.wait()


def test_whoever_is_slow_has_every_move_before_the_end() -> None:
    async def story(site: Site) -> None:
        slow, quick = Slow(site.live, "/live/7/"), site.client()
        slow.let = asyncio.Event()
        for client in (slow, quick):
            await client.until("scene")
        for move in (1, 2):
            site.told.moves((1, 0, move))
            site.ring(7)
            await quick.until(f"1.0.{move}")
        site.told.found.append(News(shown=True, end=event({"open": True}, name="done")))
        site.ring(7)
        await quick.task
        slow.let.set()
        await slow.task
        assert (slow.ids, slow.data("done")) == (["1.0.1", "1.0.2"], [{"open": True}])

    run(story)


def test_asking_once_gives_what_there_is_and_ends() -> None:
    async def story(site: Site) -> None:
        site.told.found = []
        site.told.moves((1, 0, 1), (1, 0, 2))
        client = site.client("/live/7/", "once&since=1.0.1")
        await client.task
        assert (client.ended, client.ids) == (True, ["1.0.2"])

    run(story)


def test_silence_is_broken_by_a_ping(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "SILENCE", 0.01)

    async def story(site: Site) -> None:
        await (await site.client().until("scene")).until(": ping")

    run(story)


@pytest.mark.parametrize(
    ("path", "status"),
    [("/live/8/", 404), ("/live/", 404), ("/live/0/", 404), ("/live/x/", 404), ("/live/7/../", 404)],
)
def test_where_nothing_is_played_there_is_no_stream(path: str, status: int) -> None:
    async def story(site: Site) -> None:
        client = site.client(path)
        await client.task
        assert (client.status, client.text) == (status, "")

    run(story)


def test_streams_are_only_read() -> None:
    async def story(site: Site) -> None:
        client = site.client("/live/7/", method="POST")
        await client.task
        assert client.status == 405

    run(story)


def test_every_answer_carries_the_headers_that_protect_its_reader() -> None:
    async def story(site: Site) -> None:
        lost = site.client("/live/8/")
        await lost.task
        for client in (lost, await site.client().until("scene")):
            assert client.headers[b"x-content-type-options"] == b"nosniff"
            assert client.headers[b"cache-control"] == b"no-store"
            assert b"default-src 'none'" in client.headers[b"content-security-policy"]

    run(story)


def test_a_database_that_is_away_is_said_so_and_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    async def story(site: Site) -> None:
        site.away = True
        client = site.client()
        await client.task
        assert client.status == 503
        site.away = False
        await site.client().until("scene")

    run(story)
    assert "No stream could be begun" in caplog.text


def test_what_is_not_for_everybody_wants_a_key() -> None:
    async def story(site: Site) -> None:
        site.told.news = lambda: News(shown=False)  # type: ignore[method-assign]
        for key in ("", "key=", f"key={signed(8)}", f"key={signing.TimestampSigner().sign('7')}"):
            client = site.client("/live/7/", key)
            await client.task
            assert (client.status, client.text) == (404, "")
        await site.client("/live/7/", f"key={signed(7)}").until("scene")

    run(story)


def test_a_fixture_that_is_closed_while_it_is_watched_ends_the_stream() -> None:
    async def story(site: Site) -> None:
        client = await site.client().until("scene")
        keeper = await site.client("/live/7/", f"key={signed(7)}").until("scene")
        at = Key(1, 0, 1)
        site.told.found = [News(shown=False, events=[(at, event({}, at=at))])]
        site.ring(7)
        await client.task
        assert (client.ids, client.data("done")) == ([], [{"open": False}])
        await keeper.until("1.0.1")
        assert not keeper.ended

    run(story)


def test_two_hundred_watchers_cost_one_reader_one_thread_and_one_look_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(admission, "STREAMS_PER_ADDRESS", 200)

    async def story(site: Site) -> None:
        before = threading.active_count()
        clients = [await site.client().until("scene") for _ in range(200)]
        asked = site.told.asked
        site.told.moves((1, 0, 1))
        site.ring(7)
        for client in clients:
            await client.until("1.0.1")
        assert site.told.asked <= asked + 2  # and at most a sweep beside it
        assert site.opened == 1
        assert threading.active_count() <= before + 1
        assert site.live.watchers == 200
        for client in clients:
            client.leave()
            await client.task
        assert site.live.watchers == 0

    run(story)


def test_more_watchers_than_are_allowed_are_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "WATCHERS", 2)

    async def story(site: Site) -> None:
        for _ in range(2):
            await site.client().until("scene")
        client = site.client()
        await client.task
        assert (client.status, client.headers[b"retry-after"]) == (503, b"10")
        poll = site.client("/live/7/", "once")
        await poll.task
        assert (poll.status, poll.data("scene")) == (200, [{"fixture": 7}])

    run(story)


def test_a_channel_that_nobody_watches_is_dropped_and_the_hub_sleeps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caravan.live.hub.SWEEP", 0.01)

    async def story(site: Site) -> None:
        before = len(asyncio.all_tasks())
        client = await site.client().until("scene")
        client.leave()
        await client.task
        while len(asyncio.all_tasks()) > before:
            await asyncio.sleep(0.01)
        await site.client().until("scene")
        assert site.opened == 2

    run(story)


def test_the_wall_shows_whoever_comes_how_it_is_now_and_then_each_change() -> None:
    async def story(site: Site) -> None:
        site.told.found = []
        site.told.moves((1, 0, 0))
        site.told.moves((2, 0, 0))
        early = await site.client("/live/wall/").until("2.0.0")
        assert early.ids == ["1.0.0", "2.0.0"]
        late = await site.client("/live/wall/").until("2.0.0")
        assert late.ids == ["2.0.0"]

    run(story)
