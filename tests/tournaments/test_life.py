"""A season's life, and the demo season's."""

from datetime import timedelta

import msgspec
import pytest
from django.core.exceptions import ValidationError

from bots.play.fixture import play_fixture
from bots.sandbox import trusted
from bots.upload.store import Store
from referee import fairness
from tests.tournaments.playing import beat, finish, join, open_attempts, work
from tournaments import demo
from tournaments.errors import StateError
from tournaments.models import Bot, Entry, Fixture, League, Match, Round, Season, Seating, Version
from tournaments.services import logs, orders, rounds, scheduler, seasons

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_secret_is_promised_before_anything_is_drawn_and_every_seed_follows_from_it(season):
    assert season.commitment == fairness.commitment(season.secret)
    join(season, "ann", "bob", "cat")
    work(season, 1)
    secret = fairness.division_secret(season.secret, 1)
    for match in Match.objects.select_related("fixture"):
        assert match.seed == fairness.deal_seed(secret, match.fixture.number, match.deal)


def test_divisions_of_a_season_have_other_cards(season):
    season.divisions.update(size=3)
    season.divisions.create(tier=2, name="Division 2")
    join(season, "ann", "bob", "cat", "dan", "eve", "fay")
    scheduler.tick(season.opens)
    numbers = Fixture.objects.values_list("round__division__tier", "number")
    assert set(numbers) == {(1, "1.1.1.1"), (2, "1.1.1.1")}
    seeds = list(Match.objects.filter(deal=0, rotation=0).values_list("seed", flat=True))
    assert len(set(seeds)) == len(seeds) == 2


def test_published_seeds_do_not_change():
    """Anyone may have written a checker: these values are a promise."""
    assert fairness.division_secret("s", 1)[:16] == "7ea0b89e063c6314"
    assert fairness.deal_seed("s", "1.2.3.1", 0)[:16] == "d07b96a98046bf32"
    assert fairness.order_seed("s", "1.2.3.1")[:16] == "a132316cf6345ad1"
    assert fairness.dice_seed("s", "1.2.3.1", 2)[:16] == "bf70619b2dca9f80"


def test_a_season_ends_by_the_clock_when_its_rounds_are_settled(season):
    join(season, "ann", "bob", "cat")
    season.ends = season.opens + timedelta(seconds=40)
    season.save()
    scheduler.tick(season.opens)
    scheduler.tick(season.ends)
    season.refresh_from_db()
    assert season.state == "running"
    for attempt in open_attempts():
        beat(attempt)
        finish(attempt)
    scheduler.tick(season.ends)
    season.refresh_from_db()
    division = season.divisions.get()
    assert (season.state, division.drawn, division.settled) == ("closed", 1, 1)
    scheduler.tick(season.ends + timedelta(hours=1))
    assert Fixture.objects.count() == 1


def test_rounds_keep_their_distance_and_two_are_open_at_most(season):
    join(season, "ann", "bob", "cat")
    season.round_gap = 30
    season.save()
    drawn = []
    for second in (0, 10, 29, 30, 59, 61, 95):
        scheduler.tick(season.opens + timedelta(seconds=second))
        drawn.append(season.divisions.get().drawn)
    assert drawn == [1, 1, 1, 2, 2, 2, 2]


def test_a_held_round_stays_out_of_everything_until_it_is_released(season):
    join(season, "ann", "bob", "cat")
    scheduler.tick(season.opens)
    round = Round.objects.get(number=1)
    rounds.hold(round=round)
    for attempt in open_attempts():
        assert finish(attempt)
    scheduler.tick(season.opens)
    fixture = round.fixtures.get()
    assert (fixture.state, fixture.open) == ("finished", False)
    assert season.divisions.get().settled == 0
    assert set(Entry.objects.values_list("mu", flat=True)) == {25}
    rounds.release(round=round)
    scheduler.tick(season.opens)
    assert round.fixtures.get().open
    assert season.divisions.get().settled == 1


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("game", "chess", "There is no game 'chess'"),
        ("seats", 12, "12"),
        ("rules", {"deals": "many"}, "deals"),
        ("rules", {"joker": True}, "joker"),
        ("clocks", {"bunk": 2}, "bunk"),
    ],
)
def test_a_league_that_nobody_could_play_is_refused(league, field, value, reason):
    league.full_clean()
    setattr(league, field, value)
    with pytest.raises(ValidationError, match=reason):
        league.full_clean()


@pytest.mark.parametrize(
    ("verb", "state"),
    [
        ("open_registration", "running"),
        ("start", "closed"),
        ("pause", "draft"),
        ("resume", "running"),
        ("close", "draft"),
    ],
)
def test_what_does_not_fit_the_state_is_refused(season, verb, state):
    Season.objects.filter(pk=season.pk).update(state=state)
    with pytest.raises(StateError):
        getattr(seasons, verb)(season=season)
    assert Season.objects.get(pk=season.pk).state == state


def test_a_season_with_an_open_round_cannot_be_closed(season):
    join(season, "ann", "bob", "cat")
    scheduler.tick(season.opens)
    with pytest.raises(StateError, match="rounds that are not settled; end its stage instead"):
        seasons.close(season=season)
    assert Season.objects.get(pk=season.pk).state == "running"


def test_the_demo_season_is_under_way_and_loading_it_again_changes_nothing(rung):
    season = demo.load()
    assert demo.load() == season
    assert [rows.objects.count() for rows in (Bot, Version, League, Season, Entry)] == [6, 10, 1, 1, 6]
    assert (season.state, season.round_gap, season.clocks) == ("running", 30, {"bank": 0.1})
    assert season.ends - season.opens == timedelta(days=1)
    fillers = Entry.objects.filter(house=True).values_list("bot__name", flat=True)
    assert sorted(fillers) == ["random", "sensible"]
    scheduler.tick(season.opens + timedelta(seconds=1))
    assert [priority for _, priority in rung] == [6, 6]


def test_the_demo_bots_play_the_demo_season_without_a_fault(settings, rung):
    season = demo.load()
    season.rules = {"deals": 1}
    season.save()
    scheduler.tick(season.opens + timedelta(seconds=1))
    for attempt in open_attempts():
        order = orders.ordered(attempt.fixture, attempt)
        played = play_fixture(order, Store(settings.CARAVAN_STORE), trusted.Launcher())
        assert finish(attempt, msgspec.to_builtins(played))
    assert Seating.objects.filter(fault="", cpu__gt=0).count() == 2 * 3 * 2 * 3
    seating = Seating.objects.exclude(log="").first()
    assert "1. " in logs.text(seating.log)


def test_a_demo_bot_whose_file_was_changed_gets_a_new_version(monkeypatch):
    demo.load()
    Version.objects.filter(bot__name="miser").update(digest="0" * 64)
    demo.load()
    assert Version.objects.filter(bot__name="miser").count() == 2
    assert Entry.objects.get(bot__name="miser").version.number == 2
