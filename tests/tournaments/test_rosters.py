"""What an organiser picks entries and fixtures by."""

import pytest

from tests.tournaments.playing import join, open_attempts, work
from tournaments import rosters
from tournaments.models import Bot, Entry, Fixture
from tournaments.services import reruns, scheduler

pytestmark = pytest.mark.django_db(transaction=True)


def named(season, picked="", count=99, after=None):
    return [entry.bot.name for entry in rosters.entries(season, picked, count, after)]


def test_entries_by_what_they_are(season, owner):
    join(season, "ann", "bob", "cat", "dan")
    assert named(season, "waiting") == ["ann", "bob", "cat", "dan"]
    Entry.objects.filter(bot__name="ann").update(state="withdrawn")
    Bot.objects.filter(name="bob").update(frozen=True)
    assert named(season) == ["ann", "bob", "cat", "dan"]
    assert named(season, "withdrawn") == ["ann"]
    assert named(season, "still") == ["bob"]
    assert named(season, "in") == ["bob", "cat", "dan"]
    assert named(season, "waiting") == ["cat", "dan"]
    scheduler.tick(season.opens)
    assert named(season, "waiting") == []  # and the house is in no list
    assert named(season, count=2) == ["ann", "bob"]
    assert named(season, after=2) == ["cat", "dan"]


def test_fixtures_by_state_and_round_with_attempts_and_reruns(season, owner):
    join(season, "ann", "bob", "cat")
    work(season, 2)
    first = Fixture.objects.get(round__number=1)
    for _ in range(2):
        reruns.begin(fixture=first, by=owner, reason="to see")

    def rounds(**picked):
        return [row.fixture.round.number for row in rosters.fixtures(season, picked, 99)]

    assert rounds() == sorted(rounds(), reverse=True)
    assert rounds(state="finished") == [2, 1]
    assert rounds(round=2) == [2]
    assert rounds(state="rerun") == [1]
    assert [row.fixture.pk for row in rosters.fixtures(season, {}, 99, first.pk + 1)] == [first.pk]
    [row] = rosters.fixtures(season, {"state": "rerun"}, 99)
    assert (row.tries, len(row.again), row.moving) == (1, 2, True)
    assert {outcome for _, outcome in row.again} == {again.get_state_display() for again, _ in row.again}
    assert len(open_attempts(fixture__kind="rerun")) == 2
