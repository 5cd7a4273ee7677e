"""What is kept for those who watch: from the holder of the token only, and no longer than it is played."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import timedelta

import pytest
from celery import current_app
from django.utils import timezone

from bots.play.broadcast import Moves
from tests.tournaments.playing import beat, finish, join, open_attempts, played
from tournaments import tasks, watching  # noqa: F401 - registers the tasks
from tournaments.models import Attempt, Fixture, LiveChunk, Round, Season
from tournaments.services import attempts, bells, fixtures, live, rounds, scheduler

pytestmark = pytest.mark.django_db

FRAME = {"seat": -1, "move": "deal ? ?", "changes": []}


@pytest.fixture
def rings(monkeypatch, django_capture_on_commit_callbacks):
    """What rings for fixtures from here to the end of the block, each in its turn."""

    @contextmanager
    def gathered():
        heard = []
        monkeypatch.setattr(bells, "ring", heard.append)
        with django_capture_on_commit_callbacks(execute=True):
            yield heard

    return gathered


@pytest.fixture
def attempt(season):
    """The first attempt at the only table of round 1, under way."""
    join(season, "ann", "bob", "cat")
    scheduler.tick(season.opens)
    attempt = open_attempts()[0]
    assert beat(attempt)
    return attempt


def moves(first=0, count=2, match=0, over=False):
    return Moves(match, first, [FRAME] * count, over)


def add(attempt, news=None, token=None):
    return live.add(attempt=attempt.pk, token=token or attempt.token, moves=news or moves())


def kept():
    return list(LiveChunk.objects.values_list("match", "first", "over"))


def test_moves_are_kept_in_order_and_rung_for(attempt, rings):
    with rings() as heard:
        assert add(attempt, moves(2, over=True))
        assert add(attempt)
        assert add(attempt, moves(match=4))
    assert kept() == [(0, 0, False), (0, 2, True), (4, 0, False)]
    assert heard == [attempt.fixture_id] * 3
    assert [chunk.first for chunk in watching.chunks(attempt.pk, 0, 1)] == [2, 0]


def test_moves_come_by_message(attempt):
    task = current_app.tasks["tournaments.tasks.moves"]
    task(attempt=attempt.pk, token=attempt.token, match=0, first=0, frames=[FRAME], over=False)
    assert LiveChunk.objects.get().frames == [FRAME]


def test_the_same_moves_twice_are_kept_once(attempt):
    assert add(attempt)
    assert not add(attempt)
    assert kept() == [(0, 0, False)]


def test_nothing_is_kept_from_another_token(attempt):
    assert not add(attempt, token="guessed")  # noqa: S106 - that is the point
    assert kept() == []


def test_a_finished_fixture_leaves_nothing_and_takes_nothing_more(attempt, rings):
    add(attempt)
    with rings() as heard:
        assert finish(attempt)
    assert kept() == []
    assert heard == [attempt.fixture_id]
    assert not add(attempt, moves(2))
    assert kept() == []


def test_a_lost_attempt_leaves_nothing_and_takes_nothing_more(attempt):
    add(attempt)
    later = timezone.now() + timedelta(hours=1)
    Attempt.objects.filter(pk=attempt.pk).update(lease_until=later - timedelta(seconds=1))
    assert attempts.lose(attempt=attempt, now=later)
    assert kept() == []
    assert not add(attempt)
    scheduler.tick(later)
    again = open_attempts()[0]
    assert add(again)
    stand = watching.stand(attempt.fixture_id)
    assert (stand.number, stand.attempt) == (2, again.pk)


def test_a_failed_attempt_leaves_nothing(attempt):
    add(attempt)
    assert attempts.fail(attempt=attempt.pk, token=attempt.token, error="no room")
    assert kept() == []


def test_a_void_fixture_leaves_nothing_and_takes_nothing_more(attempt):
    add(attempt)
    fixtures.void(fixture=attempt.fixture, reason="a test")
    assert kept() == []
    assert not add(attempt)
    assert watching.stand(attempt.fixture_id).ended


def test_results_that_do_not_prove_the_order_leave_nothing(attempt):
    add(attempt)
    wrong = played(attempt)
    wrong["matches"].pop()
    assert not finish(attempt, wrong)
    assert kept() == []


def test_everybody_may_follow_rated_fixtures_but_no_rehearsal_and_no_held_round(attempt):
    assert watching.stand(attempt.fixture_id).shown
    assert [fixture.pk for fixture in watching.playing()] == [attempt.fixture_id]
    rounds.hold(round=attempt.fixture.round, release_at=None)
    assert not watching.stand(attempt.fixture_id).shown
    assert not watching.playing()
    Round.objects.update(held=False)
    Season.objects.update(state=Season.State.DRAFT)
    assert not watching.stand(attempt.fixture_id).shown
    Season.objects.update(state=Season.State.RUNNING, dry=True)
    assert not watching.stand(attempt.fixture_id).shown
    Fixture.objects.update(kind=Fixture.Kind.DRY)
    assert not watching.stand(attempt.fixture_id).shown


@pytest.mark.parametrize("kind", ["trial", "rerun"])
def test_trials_and_re_runs_of_what_is_closed_are_not_for_everybody(attempt, kind):
    Fixture.objects.update(kind=kind)
    assert not watching.stand(attempt.fixture_id).shown


def test_a_fixture_says_when_it_has_ended_and_whether_it_is_open(attempt):
    assert not watching.stand(attempt.fixture_id).ended
    assert finish(attempt)
    stand = watching.stand(attempt.fixture_id)
    assert (stand.ended, stand.open) == (True, True)
    assert watching.stand(10**9) is None


def test_the_wall_shows_the_last_move_of_what_is_played(attempt):
    assert watching.tiles(5) == []
    add(attempt, moves(0, 3))
    add(attempt, Moves(1, 0, [{**FRAME, "seat": 1, "move": "draw"}], over=False))
    [tile] = watching.tiles(5)
    names = [placing.version.bot.name for placing in attempt.fixture.placings.order_by("number")]
    assert tile.bots == names
    assert (tile.match, tile.matches, tile.move, tile.played) == (2, 3, 1, "draw")
    seat = attempt.fixture.matches.get(deal=0, rotation=1).seatings.get(seat=1)
    assert tile.by == seat.version.bot.name


def test_the_scene_seats_everybody_as_the_draw_has_it(attempt):
    scene = watching.scene(attempt.fixture_id)
    assert (scene["game"], scene["seats"], scene["deals"]) == ("pis_yedili", 3, 1)
    for number, chairs in enumerate(scene["seating"]):
        match = attempt.fixture.matches.get(deal=number % 1, rotation=number)
        drawn = [seating.version.bot.name for seating in match.seatings.order_by("seat")]
        assert [scene["bots"][chair] for chair in chairs] == drawn
    with pytest.raises(LookupError):
        watching.scene(10**9)
