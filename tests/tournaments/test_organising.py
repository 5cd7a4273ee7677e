"""What an organiser is shown of a league: its part of the work, and what should not be."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.playing import FAULTY, beat, finish, join, open_attempts
from tournaments import alarms, organising
from tournaments.models import Action, Bot, Desk, Entry, Fixture, League, Round, Season, Worker
from tournaments.services import audit, scheduler

pytestmark = pytest.mark.django_db


@pytest.fixture
def other():
    return League.objects.create(slug="other", title="Other", game="pis_yedili", seats=3)


def board(league, now=None):
    return organising.board(league, now or timezone.now())


def drawn(season):
    """A first round, of which nothing is played; the time then."""
    join(season, "ann", "bob", FAULTY)
    now = season.opens + timedelta(seconds=31)
    scheduler.tick(now)
    return now


def test_entries_wait_until_they_are_drawn(season, other):
    join(season, "ann", "bob")
    assert board(season.league).entries == 2
    assert board(other).entries == 0
    scheduler.tick(season.opens + timedelta(seconds=31))
    assert board(season.league).entries == 0


def test_who_cannot_be_drawn_and_who_rehearses_waits_for_nothing(season):
    join(season, "ann", "bob")
    Bot.objects.filter(name="ann").update(frozen=True)
    assert board(season.league).entries == 1
    Season.objects.update(dry=True)
    assert board(season.league).entries == 0


def test_what_a_pause_keeps_waiting_is_not_in_the_queue(season):
    now = drawn(season)
    Fixture.objects.update(due=now - timedelta(seconds=90))
    Season.objects.update(paused=True)
    assert board(season.league, now).queue.length == 1  # a worker was told of it before
    Fixture.objects.update(state="waiting")
    seen = board(season.league, now)
    assert (seen.queue.length, seen.queue.oldest, seen.own.length) == (0, 0, 0)


def test_the_queue_says_what_belongs_to_the_league(season, other):
    now = drawn(season)
    Fixture.objects.update(due=now - timedelta(seconds=90))
    for league, own in ((season.league, (1, 90)), (other, (0, 0))):
        seen = board(league, now)
        assert (seen.queue.length, seen.queue.oldest) == (1, 90)
        assert (seen.own.length, seen.own.oldest) == own


def test_faults_count_for_an_hour_and_for_their_league(season, other):
    drawn(season)
    [attempt] = open_attempts(fixture__kind="rated")
    assert beat(attempt)
    assert finish(attempt)
    ended = Fixture.objects.get(pk=attempt.fixture_id).finished_at
    assert board(season.league, ended).faults > 0
    assert board(other, ended).faults == 0
    assert board(season.league, ended + alarms.HOUR).faults == 0


def test_workers_play_wait_or_are_silent(season):
    now = timezone.now()
    Worker.objects.create(name="a", heard_at=now)
    Worker.objects.create(name="b", heard_at=now - timedelta(hours=1))
    drawn(season)
    assert beat(open_attempts()[0])
    seen = board(season.league, timezone.now())
    assert [(hand.name, hand.state) for hand in seen.hands] == [
        ("a", "waiting"),
        ("b", "silent"),
        ("worker", "playing"),
    ]
    assert seen.alive == 2
    assert [alarm for alarm in seen.alarms if alarm.startswith("Silent: b.")]


def test_a_silent_desk_and_no_worker_are_alarms(season):
    Worker.objects.create(name="a", heard_at=timezone.now())
    Desk.objects.update_or_create(defaults={"ticked_at": timezone.now()})
    assert board(season.league).alarms == []
    late = timezone.now() + timedelta(minutes=5)
    said = " ".join(board(season.league, late).alarms)
    assert "The desk has not looked around" in said
    assert "No play worker" in said


def test_a_long_wait_is_an_alarm_that_says_what_helps(season):
    now = drawn(season)
    Worker.objects.create(name="a", heard_at=now)
    Fixture.objects.update(due=now - timedelta(seconds=alarms.LATE))
    assert "waited" not in " ".join(board(season.league, now).alarms)
    Fixture.objects.update(due=now - timedelta(minutes=14))
    said = " ".join(board(season.league, now).alarms)
    assert "The oldest fixture has waited for 14 minutes. Start more play workers" in said


def test_an_entry_that_was_passed_over_is_an_alarm(season):
    now = drawn(season)
    [late] = join(season, "dan")
    Entry.objects.filter(pk=late.pk).update(created=now - timedelta(minutes=70))
    assert "1 entries have waited for a table" in " ".join(board(season.league, now).alarms)
    Bot.objects.filter(name="dan").update(frozen=True)
    assert "waited for a table" not in " ".join(board(season.league, now).alarms)


def test_a_bot_that_fails_again_and_again_is_named(season, other, monkeypatch):
    drawn(season)
    [attempt] = open_attempts(fixture__kind="rated")
    assert beat(attempt)
    assert finish(attempt)
    ended = Fixture.objects.get(pk=attempt.fixture_id).finished_at
    assert "failed" not in " ".join(board(season.league, ended).alarms)
    monkeypatch.setattr(alarms, "FAULTS", 0)
    assert f"{FAULTY} failed 3 times within the hour." in " ".join(board(season.league, ended).alarms)
    assert FAULTY not in " ".join(board(other, ended).alarms)


def test_what_the_clock_cannot_do_is_an_alarm_as_long_as_it_is_due(season, other):
    Worker.objects.create(name="a", heard_at=timezone.now())
    audit.waiting(season=season, verb="start", why="nobody is there")
    [said] = board(season.league).alarms
    assert said.startswith(f"{season}: the clock cannot start. nobody is there")
    assert board(other).alarms == []
    Season.objects.update(state="running")
    assert board(season.league).alarms == []


def test_a_second_opinion_and_tables_given_up_are_alarms_of_their_league(season, other):
    drawn(season)
    Worker.objects.create(name="a", heard_at=timezone.now())
    Desk.objects.update(ticked_at=timezone.now())
    Round.objects.update(disagreement=1.0)
    Fixture.objects.filter(kind="rated").update(state="void")
    said = board(season.league).alarms
    assert len(said) == 2
    assert "given up" in said[0]
    assert "round 1: the second opinion" in said[1]
    assert board(other).alarms == []


def test_the_list_of_actions_is_the_leagues_and_goes_on_where_it_stopped(season, other):
    elsewhere = Season.objects.create(league=other, number=1, title="1", seats=3)
    audit.note(by=None, verb="elsewhere", subject=elsewhere, season=elsewhere)
    audit.note(by=None, verb="last", subject=season, season=season)
    first = organising.actions(season.league, None, 2)
    rest = organising.actions(season.league, first[-1].pk, 99)
    assert first[0].verb == "last"
    own = Action.objects.filter(season=season).order_by("-pk")
    assert [one.pk for one in first + rest] == [one.pk for one in own]
