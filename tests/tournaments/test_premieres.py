"""Rounds that are played at once and shown at an hour of the day."""

from datetime import UTC, datetime, time, timedelta

import pytest

from tests.tournaments.playing import beat, finish, join, open_attempts
from tournaments.models import Fixture, Round, Season
from tournaments.services import drafts, rounds, scheduler

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("now", "shown"), [((1, 9), (1, 18)), ((1, 18), (2, 18)), ((1, 23), (2, 18)), ((31, 19), (32, 18))]
)
def test_a_round_is_shown_when_it_is_the_hour_next(season, now, shown):
    first = datetime(2031, 5, 1, tzinfo=UTC)
    season.premiere = time(18)
    at = [first + timedelta(days=day - 1, hours=hour) for day, hour in (now, shown)]
    assert rounds.premiere(season, at[0]) == at[1]
    season.premiere = None
    assert rounds.premiere(season, at[0]) is None


def play():
    for attempt in open_attempts():
        assert beat(attempt)
        assert finish(attempt)


def test_two_rounds_a_day_are_played_unseen_and_shown_together(season):
    Season.objects.update(premiere=time(18))
    opens = season.opens.astimezone(UTC).replace(hour=12, minute=0, second=0, microsecond=0) + timedelta(
        days=1
    )
    join(season, "ann", "bob", "cat")
    for minute in range(5):
        scheduler.tick(opens + timedelta(minutes=minute))
        play()
    assert Round.objects.filter(held=True, release_at=opens.replace(hour=18)).count() == 2
    assert Fixture.objects.filter(state="finished", released=False).count() == 2
    assert Round.objects.filter(state="settled").count() == 0
    scheduler.tick(opens.replace(hour=18))
    assert not Fixture.objects.filter(state="finished", released=False).exists()
    assert Round.objects.filter(state="settled").count() == 2
    scheduler.tick(opens.replace(hour=18, minute=1))
    later = Round.objects.filter(held=True)
    assert {round.release_at for round in later} == {opens.replace(hour=18) + timedelta(days=1)}


def test_a_clone_has_the_same_hour_and_a_dry_run_none(season, owner):
    Season.objects.update(premiere=time(18))
    season.refresh_from_db()
    assert drafts.clone(season=season).premiere == time(18)
    assert drafts.rehearse(season=season, by=owner).premiere is None
