"""Bulletins of transactions that end in another order than they began in, on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from caravan.live.season import SeasonReader
from tests import databases, postgres
from tournaments.models import Bulletin, Desk, League, Season
from tournaments.services import bulletins

PATIENCE = 600


@pytest.fixture(scope="module")
def database(django_db_blocker: Any) -> Iterator[None]:
    """The default database is an empty one of a private server, in every thread."""
    binaries = postgres.programs()
    if binaries is None:
        pytest.skip("there is no PostgreSQL: apt-get install postgresql")
    with (
        postgres.server(binaries) as address,
        django_db_blocker.unblock(),
        databases.default(address),
    ):
        yield


@pytest.fixture
def season(database: None) -> Iterator[Season]:
    """One that everybody may follow, of which nothing was told yet."""
    league = League.objects.create(slug="open", title="Open", game="donkey", seats=3)
    yield Season.objects.create(
        league=league, number=1, seats=3, state=Season.State.RUNNING, opens=timezone.now()
    )
    Season.objects.all().delete()
    league.delete()
    Desk.objects.all().delete()


class Slow:
    """A desk that tells of a season, and commits when the test says so."""

    def __init__(self, threads: ThreadPoolExecutor, season: Season) -> None:
        self._written, self._may_end = Event(), Event()
        self._work = threads.submit(self._tell, season)
        assert self._written.wait(PATIENCE)

    def _tell(self, season: Season) -> None:
        try:
            with transaction.atomic():
                bulletins.changed(season)
                self._written.set()
                assert self._may_end.wait(PATIENCE)
        finally:
            connection.close()

    def commit(self) -> None:
        """Returns when all can see it."""
        self._may_end.set()
        self._work.result(PATIENCE)


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(4) as pool:
        yield pool


def keys(reader: SeasonReader) -> list[int]:
    """The numbers of what the next look finds."""
    bulletins.number()
    return [at.attempt for at, _ in reader.news().events]


def test_what_is_committed_late_is_told_late_and_not_forgotten(
    season: Season, threads: ThreadPoolExecutor
) -> None:
    reader = SeasonReader(season.pk)
    slow = Slow(threads, season)
    bulletins.changed(season)
    assert keys(reader) == [1]
    assert keys(reader) == []
    bulletins.changed(season)
    assert keys(reader) == [2]
    slow.commit()
    assert keys(reader) == [3]
    first, second, third = Bulletin.objects.order_by("number").values_list("pk", flat=True)
    assert third < first < second
    assert keys(SeasonReader(season.pk)) == [1, 2, 3]


def test_desks_that_number_at_once_give_each_number_once(season: Season, threads: ThreadPoolExecutor) -> None:
    def number() -> None:
        try:
            bulletins.number()
        finally:
            connection.close()

    for _ in range(5):
        for _ in range(4):
            bulletins.changed(season)
        for desk in [threads.submit(number) for _ in range(4)]:
            desk.result(PATIENCE)
    assert list(Bulletin.objects.values_list("number", flat=True)) == list(range(1, 21))


def test_who_numbers_does_not_wait_for_who_withdraws(season: Season) -> None:
    for _ in range(2):
        bulletins.changed(season)
    gone, kept = Bulletin.objects.values_list("pk", flat=True)
    with ThreadPoolExecutor(1) as thread, transaction.atomic():
        Bulletin.objects.filter(pk=gone).delete()

        def number() -> None:
            try:
                bulletins.number()
            finally:
                connection.close()

        thread.submit(number).result(PATIENCE)
    assert list(Bulletin.objects.values_list("pk", "number")) == [(kept, 1)]
