"""What is told of a season, by transactions that end in another order than they began in."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.db import transaction

from caravan.live.season import SeasonReader
from tests.tournaments.racing import LONGEST, alone, together
from tournaments.models import Bulletin
from tournaments.services import bulletins


@pytest.fixture
def slow(season):
    """Somebody who has written down a bulletin, and commits when that is called."""
    written, may_end = Event(), Event()

    def tell():
        with transaction.atomic():
            bulletins.changed(season)
            written.set()
            assert may_end.wait(LONGEST)

    with ThreadPoolExecutor(1) as thread:
        telling = thread.submit(alone, tell)
        assert written.wait(LONGEST)

        def commit():
            may_end.set()
            telling.result(LONGEST)

        yield commit
        may_end.set()


def keys(reader):
    """The keys of what the next look finds."""
    bulletins.number()
    return [at.attempt for at, _ in reader.news().events]


def test_what_is_committed_late_is_told_late_and_not_forgotten(season, slow):
    reader = SeasonReader(season.pk)
    told = keys(reader)
    for _ in range(2):
        bulletins.changed(season)
        told += keys(reader)
        assert keys(reader) == []
    slow()
    told += keys(reader)
    assert told == keys(SeasonReader(season.pk)) == [1, 2, 3, 4]
    _, second, third, last = Bulletin.objects.order_by("number").values_list("pk", flat=True)
    assert last < second < third


def test_desks_that_number_at_once_give_each_number_once(season):
    for _ in range(5):
        for _ in range(4):
            bulletins.changed(season)
        together(*[bulletins.number] * 4)
    assert list(Bulletin.objects.values_list("number", flat=True)) == list(range(1, 22))


def test_who_numbers_does_not_wait_for_who_withdraws(season):
    bulletins.changed(season)
    gone, kept = Bulletin.objects.values_list("pk", flat=True)
    with ThreadPoolExecutor(1) as thread, transaction.atomic():
        Bulletin.objects.filter(pk=gone).delete()
        thread.submit(alone, bulletins.number).result(LONGEST)
    assert list(Bulletin.objects.values_list("pk", "number")) == [(kept, 1)]
