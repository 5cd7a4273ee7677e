"""What a season does by the clock and by hand, and what of that is written down."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.playing import active_bot, finish, join, open_attempts, play_out, renew
from tournaments.errors import JoinError, StateError
from tournaments.models import Action, Bot, Entry, Fixture, Round, Season, User
from tournaments.services import entries, house, rounds, scheduler, seasons, staging

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = timedelta(hours=1)


@pytest.fixture
def dated(league, shipped):
    """A draft whose dates lie an hour apart from now on."""
    now = timezone.now()
    dates = {"registers": now + HOUR, "opens": now + 2 * HOUR, "ends": now + 3 * HOUR}
    return seasons.create(league=league, **dates)


def verbs(season):
    return list(
        Action.objects.filter(season=season).order_by("pk").values_list("verb", "by__username", "reason")
    )


def test_a_season_lives_by_its_dates_and_the_clock_leaves_a_line_for_each_step(dated):
    states = []
    for date in (
        dated.registers - HOUR / 2,
        dated.registers,
        dated.opens - HOUR / 2,
        dated.opens,
        dated.ends,
    ):
        scheduler.tick(date)
        states.append(Season.objects.get().state)
        if states[-1] == "registration" and not Entry.objects.exists():
            join(Season.objects.get(), "ann")
        Fixture.objects.update(state="void")
    assert states == ["draft", "registration", "registration", "running", "closed"]
    assert verbs(dated) == [(verb, None, "") for verb in ("draft", "open registration", "start", "close")]


def test_what_is_done_by_hand_says_who_and_why_and_is_done_once(season, owner):
    for verb in ("start", "pause", "resume", "end_stage", "close"):
        step = getattr(seasons, verb)
        step(season=season, by=owner, reason=f"time to {verb}")
        with pytest.raises(StateError):
            step(season=season, by=owner, reason="again")
    assert verbs(season)[2:] == [
        (verb.replace("_", " "), "owner", f"time to {verb}")
        for verb in ("start", "pause", "resume", "end_stage", "close")
    ]


def test_the_clock_says_once_why_it_cannot_start_and_starts_when_it_can(season, tmp_path, caplog):
    Season.objects.update(seats=6)
    for second in range(3):
        scheduler.tick(season.opens + timedelta(seconds=second))
    [line] = Action.objects.filter(verb="cannot start")
    assert line.reason == "pis_yedili has 3 house bots to fill empty chairs, not 5"
    assert len([record for record in caplog.records if "cannot start" in record.message]) == 1
    for name in ("more", "and-more"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.py").write_text(f"def choose(view, legal):\n    return legal[0]  # {name}\n")
        house.ship(name=name, folder=tmp_path / name, games=["pis_yedili"])
    scheduler.tick(season.opens)
    assert Season.objects.get().state == "running"


def test_a_paused_season_begins_no_stage_and_goes_on_later(season):
    Season.objects.update(stages=[{"format": "ladder", "rounds": 1, "advance": 2}, {"format": "knockout"}])
    season.refresh_from_db()
    join(season, "ann", "bob")
    for _ in range(2):
        scheduler.tick(season.opens)
    assert season.divisions.get().complete
    seasons.pause(season=season)
    [attempt] = open_attempts()
    assert finish(attempt)
    scheduler.tick(season.opens)
    division = season.divisions.get()
    assert (division.settled, division.stage) == (1, 1)
    seasons.resume(season=season)
    play_out(season)
    assert season.divisions.get().stage == 2


def test_a_paused_season_is_not_closed_by_the_clock_and_can_be_extended(season):
    join(season, "ann", "bob")
    scheduler.tick(season.opens)
    [attempt] = open_attempts()
    assert finish(attempt)
    seasons.pause(season=season)
    ended = timezone.now() - HOUR
    Season.objects.update(ends=ended)
    scheduler.tick(timezone.now())
    season.refresh_from_db()
    assert (season.state, season.divisions.get().settled) == ("running", 1)
    seasons.extend(season=season, ends=ended + 3 * HOUR)
    seasons.resume(season=season)
    scheduler.tick(timezone.now())
    assert season.divisions.get().drawn == 2
    Season.objects.update(ends=ended)
    with pytest.raises(StateError, match="has come"):
        seasons.extend(season=season, ends=ended + 3 * HOUR)
    [attempt] = open_attempts()
    assert finish(attempt)
    scheduler.tick(timezone.now())
    assert Season.objects.get().state == "closed"


def test_a_stage_that_is_ended_by_hand_is_played_out_and_then_the_season_closes(season):
    join(season, "ann", "bob", "cat")
    scheduler.tick(season.opens)
    seasons.end_stage(season=season)
    play_out(season)
    assert Round.objects.count() == 1
    assert staging.over(season.divisions.get())


def test_a_knockout_cannot_be_ended_by_hand(season):
    Season.objects.update(stages=[{"format": "knockout"}])
    season.refresh_from_db()
    join(season, "ann", "bob", "cat", "dan")
    scheduler.tick(season.opens)
    with pytest.raises(StateError, match="no stage under way that could be ended"):
        seasons.end_stage(season=season)


def test_a_held_round_opens_at_its_hour(season):
    join(season, "ann", "bob", "cat")
    scheduler.tick(season.opens)
    round = Round.objects.get()
    rounds.hold(round=round)
    Round.objects.update(release_at=season.opens + HOUR)
    scheduler.tick(season.opens + HOUR / 2)
    assert Round.objects.get(pk=round.pk).held
    scheduler.tick(season.opens + HOUR)
    assert not Round.objects.get(pk=round.pk).held


def test_an_entry_follows_its_bot_until_versions_are_pinned(season):
    [ann] = join(season, "ann")
    renew(ann.bot, "a better ann")
    Season.objects.update(pins=timezone.now())
    renew(ann.bot, "the best ann")
    ann.refresh_from_db()
    assert ann.version.number == 2
    assert ann.bot.activations.get().version.number == 3


def test_a_season_may_take_no_late_entries(season, owner):
    Season.objects.update(late_entries=False)
    join(season, "ann")
    scheduler.tick(season.opens)
    with pytest.raises(JoinError, match="takes no late entries"):
        entries.join(season=season, bot=active_bot(owner, "bob"))


def test_an_error_in_one_division_delays_no_other(season, monkeypatch, caplog):
    season.divisions.update(size=3)
    season.divisions.create(tier=2, name="Division 2")
    join(season, "ann", "bob", "cat", "dan", "eve", "fay")
    draw = rounds.tables

    def fail(division, *args):
        if division.tier == 1:
            raise RuntimeError("no room")
        return draw(division, *args)

    monkeypatch.setattr(rounds, "tables", fail)
    scheduler.tick(season.opens)
    assert list(season.divisions.values_list("drawn", flat=True)) == [0, 1]
    assert "move_on failed" in caplog.text
    monkeypatch.undo()


def test_every_division_has_its_own_house(season):
    season.divisions.update(size=2)
    season.divisions.create(tier=2, name="Division 2")
    join(season, "ann", "bob", "cat")
    scheduler.tick(season.opens)
    house = Entry.objects.filter(house=True).values_list("division__tier", "bot__name")
    assert sorted(house) == [(tier, name) for tier in (1, 2) for name in ("random", "sensible")]
    assert len(open_attempts()) == 2
    assert (Bot.objects.filter(owner=None).count(), User.objects.count()) == (3, 3)
