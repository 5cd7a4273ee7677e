"""The bell, the lease, the token: nothing is lost, nothing counts twice."""

from datetime import timedelta

import pytest

from tests.tournaments.playing import beat, finish, join, open_attempts, played
from tournaments.models import Attempt, Fixture, Placing, Season
from tournaments.services import attempts, fixtures, scheduler, seasons

pytestmark = pytest.mark.django_db(transaction=True)
SECOND = timedelta(seconds=1)


@pytest.fixture
def clock(monkeypatch, season):
    """The desk's time, moved by hand; ticks once a second on the way."""

    class Clock:
        now = season.opens

        def forward(self, seconds, ticking=True):
            for _ in range(seconds if ticking else 1):
                self.now += SECOND if ticking else SECOND * seconds
                scheduler.tick(self.now)

    clock = Clock()
    monkeypatch.setattr("django.utils.timezone.now", lambda: clock.now)
    return clock


@pytest.fixture
def attempt(clock, season):
    """The first attempt at the only table of round 1."""
    join(season, "ann", "bob", "cat")
    season.round_gap = 10**6
    season.save()
    clock.forward(1)
    return open_attempts()[0]


def state(attempt):
    row = Attempt.objects.select_related("fixture").get(pk=attempt.pk)
    return row.state, row.fixture.state


def test_a_message_has_all_that_a_play_worker_needs(attempt, rung, season):
    [(order, priority)] = rung
    assert priority == 6
    assert (order["attempt"], order["token"]) == (attempt.pk, attempt.token)
    assert order["number"] == "1.1.1.1"
    assert season.secret not in str(order)
    assert len({one["dice"] for one in order["competitors"]} | {order["order_seed"], *order["deals"]}) == 5


def test_the_first_beat_starts_the_lease_and_the_next_extends_it(attempt, clock):
    assert state(attempt) == ("queued", "queued")
    assert beat(attempt)
    assert state(attempt) == ("running", "playing")
    for _ in range(5):
        clock.forward(50)
        assert beat(attempt)
    assert state(attempt) == ("running", "playing")


def test_a_lost_worker_costs_no_match_and_its_fixture_is_rated_once(attempt, clock, rung):
    clock.forward(61)  # the desk has just started: it judges nobody before a lease is over
    beat(attempt)
    stale = played(attempt)
    clock.forward(64)
    assert state(attempt)[0] == "lost"
    assert not beat(attempt)
    again = open_attempts()[0]
    assert (again.fixture, again.number, len(rung)) == (attempt.fixture, 2, 2)
    assert beat(again)
    assert not finish(attempt, stale)
    assert finish(again)
    assert not finish(attempt, stale)
    clock.forward(2)
    assert Placing.objects.exclude(mu_after=None).count() == 3
    assert attempt.fixture.matches.exclude(record="").count() == 3


def test_finishing_twice_changes_nothing(attempt):
    result = played(attempt)
    assert finish(attempt, result)
    before = list(Placing.objects.values())
    assert not finish(attempt, result)
    assert list(Placing.objects.values()) == before
    assert state(attempt) == ("done", "finished")


def test_only_the_token_of_the_attempt_can_finish_it(attempt):
    result = played(attempt)
    attempt.token = "guessed"  # noqa: S105 - that is the point
    assert not finish(attempt, result)
    assert not beat(attempt)
    assert not attempts.fail(attempt=attempt.pk, token="guessed", error="mischief")  # noqa: S106
    assert state(attempt) == ("queued", "queued")


def test_results_are_written_whole_or_not_at_all(attempt, monkeypatch):
    def fails(*_):
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("tournaments.services.results._write_placings", fails)
        with pytest.raises(RuntimeError, match="the disk is full"):
            finish(attempt)
    assert state(attempt) == ("queued", "queued")
    assert not attempt.fixture.matches.exclude(record="").exists()
    assert finish(attempt)


def test_the_pauses_after_losses_grow_and_the_tenth_makes_the_fixture_void(attempt, clock):
    clock.forward(61)
    fixture = attempt.fixture
    pauses = []
    for _ in range(10):
        begun = clock.now
        beat(open_attempts()[0])
        clock.forward(62)
        fixture.refresh_from_db()
        pauses.append((fixture.due - begun).total_seconds() - 62)
        clock.forward(300, ticking=False)
        scheduler.tick(clock.now)
        clock.forward(62)
    fixture.refresh_from_db()
    assert (fixture.state, fixture.reason) == ("void", "10 attempts were lost")
    assert pauses[:9] == sorted(pauses[:9])
    assert pauses[8] > 250


def test_nobody_is_judged_before_an_outage_of_the_desk_is_a_lease_ago(attempt, clock):
    clock.forward(61)
    beat(attempt)
    clock.forward(1000, ticking=False)
    assert state(attempt) == ("running", "playing")
    clock.forward(59)
    assert state(attempt) == ("running", "playing")
    assert beat(attempt)
    clock.forward(59)
    assert state(attempt) == ("running", "playing")
    clock.forward(2)
    assert state(attempt)[0] == "lost"


def test_what_nobody_begins_is_rung_again_and_never_counted(attempt, clock, rung):
    for times in range(1, 15):
        clock.forward(601, ticking=False)
        assert len(rung) == 1 + times
    assert state(attempt) == ("queued", "queued")
    assert all(order == rung[0][0] for order, _ in rung)
    assert finish(attempt)


def test_the_third_failure_of_ours_makes_a_fixture_void_and_its_table_is_dealt_for_again(attempt, clock):
    first = attempt.fixture
    for number in range(1, 4):
        [open_attempt] = open_attempts()
        assert open_attempt.number == number
        assert attempts.fail(attempt=open_attempt.pk, token=open_attempt.token, error="no room")
        if number < 3:
            clock.forward(10 * number + 2)
    first.refresh_from_db()
    assert (first.state, first.reason) == ("void", "3 attempts failed: no room")
    again = first.replacement
    assert again.number == "1.1.1.2"
    assert {one.seed for one in again.matches.all()}.isdisjoint({one.seed for one in first.matches.all()})
    assert [one.entry for one in again.placings.all()] == [one.entry for one in first.placings.all()]


def test_a_table_that_was_void_three_times_is_excused_and_the_round_settles(attempt, clock, season):
    fixture = attempt.fixture
    for _ in range(2):
        fixtures.void(fixture=fixture, reason="by hand")
        fixture = fixture.replacement
    fixtures.void(fixture=fixture, reason="by hand")
    assert not hasattr(fixture, "replacement")
    clock.forward(1)
    assert season.divisions.get().settled == 1
    assert not Placing.objects.exclude(mu_after=None).exists()


def test_a_void_fixture_cannot_be_finished(attempt):
    result = played(attempt)
    fixtures.void(fixture=attempt.fixture, reason="by hand")
    assert not finish(attempt, result)
    assert state(attempt) == ("lost", "void")


def test_a_paused_season_starts_nothing_and_finishes_what_is_played(attempt, clock, season):
    seasons.pause(season=season)
    beat(attempt)
    assert finish(attempt)
    Fixture.objects.filter(pk=attempt.fixture.pk).update(state="waiting")
    clock.forward(5)
    assert open_attempts() == []
    seasons.resume(season=season)
    clock.forward(1)
    assert len(open_attempts()) == 1


def test_the_queue_of_rated_fixtures_grows_with_the_workers(clock, season, rung):
    join(season, *(f"bot-{k}" for k in range(30)))
    clock.forward(2)
    assert len(rung) == 2
    beat(open_attempts()[0])
    clock.forward(1)
    assert len(rung) == 5


def test_a_broker_that_is_away_loses_no_attempt(clock, season, monkeypatch, caplog):
    def refuses(*_, **__):
        raise ConnectionError("no broker")

    join(season, "ann", "bob", "cat")
    with monkeypatch.context() as patch:
        patch.setattr("tournaments.services.attempts.current_app.send_task", refuses)
        clock.forward(1)
    assert caplog.text.count("ConnectionError: no broker") == 1
    assert " failed" not in caplog.text
    assert state(open_attempts()[0]) == ("queued", "queued")


def test_an_error_in_one_thing_keeps_no_other_from_its_turn(clock, season, monkeypatch, rung):
    def fails(*_, **__):
        raise RuntimeError("a bug")

    join(season, "ann", "bob", "cat")
    monkeypatch.setattr(scheduler, "sweep", fails)
    clock.forward(1)
    assert len(rung) == 1


def test_a_clock_that_jumps_ahead_judges_no_worker_that_lives(attempt, clock):
    clock.forward(61)
    beat(attempt)
    clock.forward(86400, ticking=False)
    assert state(attempt) == ("running", "playing")
    assert beat(attempt)
    assert finish(attempt)


def test_a_clock_that_is_turned_back_leaves_nothing_waiting_for_its_old_time(attempt, clock, season, rung):
    clock.forward(61)
    beat(attempt)
    attempts.fail(attempt=attempt.pk, token=attempt.token, error="no room")
    clock.forward(-86400, ticking=False)
    [again] = open_attempts()  # the pause after the failure would have ended tomorrow
    clock.forward(-86400, ticking=False)
    assert len(rung) == 3  # and so would the ten minutes of the bell
    clock.forward(86400, ticking=False)
    clock.forward(61)
    beat(again)
    clock.forward(-86400, ticking=False)
    clock.forward(59)
    assert state(again) == ("running", "playing")
    clock.forward(2)
    assert state(again)[0] == "lost"
    Season.objects.filter(pk=season.pk).update(round_gap=30)
    clock.forward(1)
    assert season.divisions.get().drawn == 2
