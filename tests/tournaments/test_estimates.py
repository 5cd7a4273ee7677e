"""What a season would take: as many fixtures as are drawn when it is played, and how long they take."""

from datetime import UTC, datetime, time, timedelta

import pytest
from django.utils import timezone

from tests.tournaments.playing import join, play_out
from tournaments import stages
from tournaments.estimates import estimate, shares, tables
from tournaments.models import Fixture, Worker
from tournaments.services import seasons

SECONDS = 8.0


def counted(plan, seats, *divisions):
    return tables(stages.read(plan), seats, divisions)


def planned(league, **settings):
    return seasons.plan(league=league, **settings)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "plan",
    [
        [{"format": "ladder", "rounds": 3}],
        [{"format": "swiss", "rounds": 2, "advance": 4}, {"format": "knockout"}],
    ],
)
def test_so_many_fixtures_are_drawn_as_were_foretold(league, shipped, plan):
    season = seasons.create(league=league, opens=timezone.now(), stages=plan)
    seasons.open_registration(season=season)
    season.refresh_from_db()
    join(season, *"abcde")
    foretold = estimate(season, [None], 5, season.opens)
    play_out(season)
    drawn = Fixture.objects.filter(kind="rated", breaks=None)
    assert foretold.fixtures == drawn.count()
    assert foretold.rounds == season.divisions.get().drawn
    assert foretold.matches == sum(fixture.matches.count() for fixture in drawn)


@pytest.mark.parametrize(("entries", "seats"), [(2, 2), (9, 2), (64, 2), (7, 3), (25, 4)])
def test_a_knockout_leaves_one(entries, seats):
    rounds, tail = counted([{"format": "knockout"}], seats, entries)
    assert tail == 0
    assert rounds[-1] == 1
    if seats == 2:
        assert len(rounds) == (entries - 1).bit_length()
        assert sum(rounds) >= entries - 1
    assert rounds == sorted(rounds, reverse=True)


def test_rounds_of_divisions_are_played_side_by_side():
    swiss = [{"format": "swiss", "rounds": 2}]
    assert counted(swiss, 3, 6, 7) == ([2 + 3, 2 + 3], 0)
    assert counted([{"format": "ladder"}], 3, 6, 7) == ([], 5)
    assert counted([{"format": "round_robin", "meetings": 2}], 2, 5) == ([3] * 10, 0)
    assert counted([{"format": "round_robin"}], 3, 9) == ([3] * 4, 0)


def test_the_lowest_division_takes_the_rest():
    assert shares([None], 10) == [10]
    assert shares([4, 4, None], 10) == [4, 4, 2]
    assert shares([4, 4, None], 5) == [4, 1, 0]


@pytest.mark.django_db
def test_nothing_measured_is_a_quarter_of_what_the_clocks_grant(league):
    season = planned(league, clocks={"bank": 8}, stages=[{"format": "swiss", "rounds": 10}])
    found = estimate(season, [None], 9, timezone.now())
    assert (found.pace.seconds, found.pace.fixtures) == (8 * 3 / 4, 0)
    assert found.cpu == pytest.approx(10 * 3 * 3 * 6 / 3600)


def measured():
    """Fixtures of a match that took so many seconds, and one of another game that took longer."""
    now = timezone.now()
    for game, seconds in (("pis_yedili", SECONDS), ("pis_yedili", SECONDS), ("tuareg", 9999)):
        began = now - timedelta(seconds=seconds * 3)
        Fixture.objects.create(
            kind="trial", number="1", game=game, seats=3, state="finished", started_at=began, finished_at=now
        )


@pytest.mark.django_db
def test_the_end_follows_from_what_fixtures_took_and_from_the_workers(league):
    measured()
    opens = timezone.now()
    season = planned(league, opens=opens, stages=[{"format": "swiss", "rounds": 10}])
    fixture = timedelta(seconds=SECONDS * 3)
    found = estimate(season, [None], 12, opens)
    assert (found.pace.seconds, found.pace.fixtures) == (SECONDS, 2)
    assert found.ends == opens + 10 * 4 * fixture
    for name in "ab":
        Worker.objects.create(name=name, heard_at=opens)
    assert estimate(season, [None], 12, opens).ends == opens + 10 * 2 * fixture
    season.round_gap = 600
    assert estimate(season, [None], 12, opens).ends == opens + timedelta(seconds=10 * 600)


@pytest.mark.django_db
def test_a_ladder_without_end_fills_the_time_until_the_season_ends(league):
    measured()
    opens = timezone.now()
    season = planned(league, opens=opens, ends=opens + timedelta(hours=1), round_gap=600)
    found = estimate(season, [None], 3, opens)
    assert (found.rounds, found.fixtures, found.ends) == (6, 6, season.ends)
    season.ends = None
    found = estimate(season, [None], 3, opens)
    assert (found.rounds, found.ends) == (6 * 24, None)


@pytest.mark.django_db
def test_rounds_that_do_not_fit_into_the_season_are_told(league):
    opens = timezone.now()
    plan = [{"format": "swiss", "rounds": 6}]
    season = planned(league, opens=opens, ends=opens + timedelta(minutes=59), round_gap=600, stages=plan)
    assert estimate(season, [None], 3, opens).late
    season.ends = opens + timedelta(minutes=61)
    assert not estimate(season, [None], 3, opens).late


@pytest.mark.django_db
def test_premieres_make_two_rounds_a_day(league):
    measured()
    season = planned(league, opens=timezone.now(), stages=[{"format": "swiss", "rounds": 10}])
    season.premiere = time(18)
    assert estimate(season, [None], 9, season.opens).ends == season.opens + timedelta(days=5)


@pytest.mark.parametrize("stage", [{"format": "swiss", "rounds": 10_000}, {"format": "ladder"}])
def test_a_season_that_outlasts_the_calendar_ends_with_it(league, stage):
    opens = datetime.max.replace(tzinfo=UTC) - timedelta(hours=1)
    season = planned(league, opens=opens, stages=[stage], round_gap=86_400)
    found = estimate(season, [None], 6, timezone.now())
    assert found.ends == (None if stage["format"] == "ladder" else datetime.max.replace(tzinfo=UTC))
