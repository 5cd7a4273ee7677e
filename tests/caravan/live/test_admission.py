"""How many streams one may have open, by user or by address, and what whoever finds no place is told."""

from __future__ import annotations

import json
from typing import Any

import pytest

from caravan.live import admission, app
from caravan.live.lines import Lines
from tests.caravan.live.streams import Client
from tests.caravan.live.test_app import Site, run

LINES = "/api/v1/fixtures/7/stream/"


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two streams are as many as there may be."""
    monkeypatch.setattr(admission, "STREAMS_PER_ADDRESS", 2)
    monkeypatch.setattr(admission, "STREAMS_PER_USER", 2)


async def refused(client: Client) -> Client:
    """It was one too many."""
    await client.task
    assert (client.status, client.headers[b"retry-after"]) == (429, b"10")
    return client


def test_an_address_has_so_many_streams_and_another_as_many() -> None:
    async def story(site: Site) -> None:
        first = await site.client().until("scene")
        await site.client("/live/wall/").until("scene")
        for path in ("/live/7/", "/live/wall/"):
            assert (await refused(site.client(path))).text == ""
        await site.client(peer="192.0.2.2").until("scene")
        first.leave()
        await first.task
        await site.client().until("scene")
        await refused(site.client())

    run(story)


def test_who_finds_no_place_can_poll_and_go_on_where_they_were() -> None:
    async def story(site: Site) -> None:
        site.told.found = []
        site.told.moves((1, 0, 1), (1, 0, 2))
        for _ in range(2):
            await site.client().until("scene")
        await refused(site.client(last="1.0.1"))
        for _ in range(5):
            poll = site.client("/live/7/", "once&since=1.0.1")
            await poll.task
            assert (poll.status, poll.ids) == (200, ["1.0.2"])

    run(story)


def test_a_stream_that_is_not_there_takes_no_place() -> None:
    async def story(site: Site) -> None:
        for _ in range(5):
            lost = site.client("/live/8/")
            await lost.task
            assert lost.status == 404
        await site.client().until("scene")

    run(story)


@pytest.mark.parametrize(("proxies", "places"), [(0, 2), (1, 4)])
def test_behind_proxies_of_ours_the_address_is_what_they_saw_and_nobody_elses_word_counts(
    settings: Any, proxies: int, places: int
) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": proxies}

    async def story(site: Site) -> None:
        opened = [site.client(forwarded=f"198.51.100.{lie}, 203.0.113.{lie % 2}") for lie in range(6)]
        for client in opened[:places]:
            await client.until("scene")
        for client in opened[places:]:
            await refused(client)

    run(story)


def test_a_user_has_so_many_streams_wherever_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(site: Site) -> None:
        peers = iter(range(100))

        def ask(user: int | None) -> Client:
            monkeypatch.setattr(app, "wanted", lambda _: Lines(7, user=user))
            return site.client(LINES, peer=f"192.0.2.{next(peers)}")

        for user in (1, 1, 2, 2, None):
            await ask(user).until("scene")
        told = await refused(ask(1))
        assert told.headers[b"content-type"] == b"application/problem+json"
        said = json.loads(told.text)
        assert (said["status"], said["detail"]) == (
            429,
            "2 streams are open with your tokens, as many as there may be: close one of them.",
        )
        assert "Retry-After" in said["remedy"]

    run(story)
