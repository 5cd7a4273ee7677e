"""What the close leaves: a frozen table, and an archive that is asked for until it is there."""

import errno
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.playing import join, play_out
from tournaments import documents, tasks
from tournaments.models import Action, Archive, Entry
from tournaments.services import archives, scheduler, seasons
from tournaments.verify import main

pytestmark = pytest.mark.django_db(transaction=True)
TEN_MINUTES = timedelta(minutes=10)


@pytest.fixture
def asked(rung, monkeypatch):
    """The archives that desk workers were asked for."""
    names = []

    def send_task(name, *, args, queue, **more):
        if queue == "desk":
            names.append((name, args))

    monkeypatch.setattr("tournaments.services.archives.current_app.send_task", send_task)
    return names


@pytest.fixture
def closed(season):
    """A season that nobody entered."""
    seasons.start(season=season)
    seasons.close(season=season)
    return season


def test_an_archive_is_asked_for_every_ten_minutes_until_it_is_there(closed, asked):
    now, pk = timezone.now(), Archive.objects.get().pk
    for later in (timedelta(), TEN_MINUTES / 2, TEN_MINUTES, 3 * TEN_MINUTES / 2):
        scheduler.tick(now + later)
    assert asked == [("tournaments.tasks.archive", [pk])] * 2
    tasks.archive(pk)
    scheduler.tick(now + 3 * TEN_MINUTES)
    assert len(asked) == 2


def test_a_clock_that_was_turned_back_keeps_no_archive_waiting(closed, asked):
    Archive.objects.update(due=timezone.now() + timedelta(days=1))
    scheduler.tick(timezone.now())
    assert len(asked) == 1


def test_a_full_disk_leaves_no_draft_is_told_once_and_tried_again(closed, monkeypatch, tmp_path, caplog):
    def broken(season):
        yield "season.json", [b"{}"]
        raise OSError(errno.ENOSPC, "No space left on device")

    pk = Archive.objects.get().pk
    with monkeypatch.context() as patch:
        patch.setattr(documents, "archive", broken)
        for _ in range(2):
            tasks.archive(pk)
    assert not list((tmp_path / "archives").iterdir())
    assert Archive.objects.get().digest == ""
    assert caplog.text.count("Open: Season 1 cannot be archived, and will be tried again: ") == 2
    told = Action.objects.get(season=closed, verb="cannot archive")
    assert told.reason == "No space left on device"
    tasks.archive(pk)
    assert main([str(archives.path(Archive.objects.get().digest))]) == 0


def test_who_was_in_the_finals_is_before_who_was_not_whatever_the_ratings(league, shipped):
    stages = [{"format": "ladder", "rounds": 2, "advance": 2}, {"format": "knockout"}]
    season = seasons.create(league=league, opens=timezone.now(), stages=stages, sizes=[2, None])
    season.promote = season.relegate = 1
    season.save()
    seasons.open_registration(season=season)
    season.refresh_from_db()
    join(season, *("ann", "bob", "cat", "dan", "eve", "fay"))
    play_out(season)
    for division in season.divisions.all():
        ranked = list(division.entries.exclude(final_rank=None).order_by("final_rank"))
        ranks = [entry.final_rank for entry in ranked]
        assert ranks == sorted(ranks)
        assert sorted((entry.stage for entry in ranked), reverse=True) == [entry.stage for entry in ranked]
        assert ranked[0].medal == "gold"
        assert not ranked[-1].medal
    moves = Entry.objects.exclude(moves="").values_list("division__tier", "final_rank", "moves")
    assert sorted(moves) == [(1, 2, "down"), (2, 1, "up")]
    assert not Entry.objects.filter(house=True).exclude(final_rank=None).exists()
    archives.write(archive=season.archive.pk)
    season.archive.refresh_from_db()
    assert main([str(archives.path(season.archive.digest))]) == 0
