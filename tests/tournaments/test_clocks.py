"""A desk whose clock is set by hours, forwards and back, again and again: nothing is lost or played twice."""

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from tests.tournaments.playing import beat, finish, join, open_attempts
from tournaments import operations
from tournaments.models import Attempt, Fixture, Placing, Round
from tournaments.services import attempts, rebuild, scheduler, seasons, workers

pytestmark = pytest.mark.django_db(transaction=True)
SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)
ROUNDS = 6


class Clock:
    """The host's, which goes by seconds and is set by somebody now and then."""

    def __init__(self, now):
        self.now = now

    def go(self, seconds):
        """The desk looks around after so many."""
        self.now += seconds * SECOND
        scheduler.tick(self.now)

    def set(self, hours):
        self.now += hours * HOUR


@pytest.fixture
def clock(monkeypatch):
    clock = Clock(timezone.now())
    monkeypatch.setattr("django.utils.timezone.now", lambda: clock.now)
    for field in (Fixture._meta.get_field("due"), Attempt._meta.get_field("rung_at")):
        monkeypatch.setitem(field.__dict__, "_get_default", lambda: clock.now)  # it remembers the function
    return clock


@pytest.fixture
def season(clock, league, shipped):
    """A ladder of some rounds, without a date at which it would end."""
    made = seasons.create(league=league, stages=[{"format": "ladder", "rounds": ROUNDS}])
    seasons.open_registration(season=made)
    made.refresh_from_db()
    join(made, "ann", "bob", "cat", "dan", "eve", "fay")
    seasons.start(season=made)
    made.refresh_from_db()
    return made


@pytest.mark.parametrize("seed", range(3))
def test_a_season_amid_a_clock_that_jumps_is_played_once_and_wholly(seed, season, clock):
    dice, jumps = Random(seed), 0
    for _ in range(1000):
        clock.go(1)
        season.refresh_from_db()
        if season.state == "closed":
            break
        for attempt in open_attempts():
            assert beat(attempt)
            if dice.random() < 0.7:  # while it is played, and its lease and the next draw are set
                clock.set(dice.choice((-9, -3, -1, 1, 3, 9)))
                jumps += 1
                clock.go(1)
                assert beat(attempt)
            assert finish(attempt)
            assert not finish(attempt)
    assert (season.state, season.divisions.get().settled) == ("closed", ROUNDS)
    assert jumps > ROUNDS / 2
    fixtures = Fixture.objects.filter(round__division__season=season)
    assert set(fixtures.values_list("state", "replaces")) == {("finished", None)}
    assert list(Attempt.objects.values_list("state", flat=True)) == ["done"] * fixtures.count()
    assert Placing.objects.exclude(mu_after=None).count() == 6 * ROUNDS
    assert set(Round.objects.values_list("state", flat=True)) == {"settled"}
    assert rebuild.rebuild(season=season).differences == []


@pytest.mark.parametrize("hours", [-9, -1, -0.5, 1])
def test_what_is_put_off_waits_for_no_hour_that_was_set_back(hours, season, clock):
    clock.go(1)
    [first, *_] = open_attempts()
    assert attempts.fail(attempt=first.pk, token=first.token, error="no room")
    clock.set(hours)
    for _ in range(21):
        clock.go(60)
    assert first.fixture.attempts.count() == 2


def test_a_worker_that_is_gone_is_not_thought_alive_because_a_clock_was_set_back(clock, season):
    workers.heard(name="play1@host")
    clock.go(1)
    [attempt, *_] = open_attempts()
    beat(attempt)
    assert operations.workers(clock.now) == {"play1@host", "worker"}
    clock.set(-3)
    assert operations.workers(clock.now) == set()
    assert operations.silence(clock.now) == pytest.approx(3 * 3600)
