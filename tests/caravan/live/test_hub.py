"""One look for all that was rung for: what it asks, and what an error in it spoils."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from pytest_django import DjangoAssertNumQueries

from caravan.live.hub import Hub, Name, looks, reading
from caravan.live.news import News, Reading
from tests.caravan.live.streams import Told
from tests.paper import Worker
from tournaments.models import Fixture

PATIENCE = 60


def test_how_far_fixtures_are_is_asked_at_once_and_each_finds_its_own(
    worker: Worker, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    worker.tell(5)
    pks = list(Fixture.objects.values_list("pk", flat=True))
    assert len(pks) > 3
    readings: dict[Name, Reading] = {pk: reading(pk) for pk in pks}
    with django_assert_num_queries(1):
        found = looks(readings)
    news = {name: look() for name, look in found.items()}
    assert news == {pk: reading(pk).news() for pk in pks}
    assert len(news[worker.attempt.fixture_id].events) == 5


def test_where_no_fixture_is_followed_none_is_asked_after() -> None:
    told: dict[Name, Reading] = {0: Told()}
    assert looks(told)[0]().shown


class Broken(Told):
    """Cannot be read once it is followed, until it is mended."""

    mended = False

    def news(self) -> News:
        """An error, after the first time."""
        if self.asked and not self.mended:
            raise ValueError("a broken fixture")
        return super().news()


async def listen(ring: Callable[[int], None]) -> None:
    """Hears no bell: each sweep looks at everything."""
    await asyncio.Event().wait()


def test_one_that_cannot_be_read_keeps_nobody_else_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("caravan.live.hub.SWEEP", 0.01)
    broken, whole = Broken(), Told()

    async def story() -> None:
        hub = Hub({7: broken, 8: whole}.__getitem__, listen)  # type: ignore[arg-type]
        first, second = await hub.channel(7), await hub.channel(8)
        with first.watched(None) as one, second.watched(None) as other:
            for told in (broken, whole):
                told.moves((1, 0, 1))
            await other.woken.wait()
            assert b"1.0.1" in second.next(other)
            assert "a broken fixture" in caplog.text
            assert not one.woken.is_set()
            broken.mended = True
            await one.woken.wait()
            assert b"1.0.1" in first.next(one)

    asyncio.run(asyncio.wait_for(story(), PATIENCE))
