"""Seasons made from others."""

from datetime import timedelta

import pytest

from tests.tournaments.playing import active_bot, play_out
from tournaments.errors import JoinError, SettingsError, StateError
from tournaments.models import Action, Division, Entry, Fixture, Season
from tournaments.selectors.bots import entries_of
from tournaments.selectors.fixtures import fixtures_of_bot, latest_fixtures
from tournaments.selectors.seasons import seasons as shown_seasons
from tournaments.services import drafts, entries, rebuild, seasons

pytestmark = pytest.mark.django_db(transaction=True)
DAY = timedelta(days=1)
STAGES = [{"format": "swiss", "rounds": 2, "advance": 2}, {"format": "knockout"}]


@pytest.fixture
def last(season):
    """A season with settings of its own."""
    own = {"stages": STAGES, "promote": 1, "relegate": 1, "round_gap": 60, "late_entries": False, "deals": 2}
    Division.objects.create(season=season, tier=2, name="Division 2", size=5)
    dates = {"registers": season.opens - DAY, "ends": season.opens + 7 * DAY}
    Season.objects.filter(pk=season.pk).update(**own, **dates)
    season.refresh_from_db()
    return season


def test_the_next_season_is_as_the_last_was_from_another_day_on(last, owner):
    made = drafts.clone(season=last, opens=last.opens + 30 * DAY, by=owner, late_entries=True)
    made.refresh_from_db()
    assert (made.state, made.number, made.title, made.secret) == ("draft", 2, "Season 2", "")
    assert (made.stages, made.promote, made.round_gap, made.deals) == (STAGES, 1, 60, 2)
    assert made.late_entries
    assert (made.registers, made.ends) == (last.registers + 30 * DAY, last.ends + 30 * DAY)
    assert made.pins is None
    assert list(made.divisions.values_list("tier", "size")) == [(1, None), (2, 5)]
    assert Action.objects.get(season=made).by == owner
    assert drafts.clone(season=last).opens is None


def test_what_cannot_be_is_refused_in_a_clone_too(last):
    with pytest.raises(SettingsError, match="deals: "):
        drafts.clone(season=last, deals=0)
    assert Season.objects.count() == 1


def test_a_dry_run_plays_all_stages_with_house_bots_alone_and_nobody_sees_it(last, owner):
    dry = drafts.rehearse(season=last, by=owner, reason="are the clocks long enough?")
    assert dry.number > 10000
    assert not shown_seasons().filter(pk=dry.pk).exists()
    with pytest.raises(JoinError, match="takes no entries"):
        entries.join(season=dry, bot=active_bot(owner, "ann"))
    play_out(dry)
    assert set(Fixture.objects.values_list("kind", flat=True)) == {"dry"}
    assert not Entry.objects.filter(division__season=dry, bot__owner__isnull=False).exists()
    assert Fixture.objects.filter(round__stage=2).exists()
    assert latest_fixtures(5) == []
    assert rebuild.rebuild(season=dry).differences == []
    closed = Action.objects.get(season=dry, verb="close")
    assert closed.details == {"fixtures": Fixture.objects.count(), "void": 0, "faults": 0}
    assert list(Action.objects.filter(season=last, verb="dry run").values_list("by", "details__number")) == [
        (owner.pk, dry.number)
    ]
    bot = Entry.objects.filter(division__season=dry).first().bot
    assert list(entries_of(bot)) == []
    assert fixtures_of_bot(bot, 5) == []


def test_a_dry_run_of_an_endless_ladder_ends_and_the_next_season_is_numbered_without_a_gap(season):
    dry = drafts.rehearse(season=season)
    play_out(dry)
    assert dry.divisions.get().settled == drafts.ROUNDS
    assert [drafts.rehearse(season=season).number, seasons.create(league=season.league).number] == [10002, 2]


def test_a_draft_is_changed_as_it_could_have_been_made(league, owner):
    draft = seasons.create(league=league, sizes=(4, 4, None))
    Division.objects.filter(tier=1).update(name="Masters")
    made = drafts.change(season=draft, sizes=(6, None), by=owner, title="", promote=2, relegate=2)
    made.refresh_from_db()
    assert (made.title, made.promote) == ("Season 1", 2)
    assert list(made.divisions.values_list("name", "size")) == [("Masters", 6), ("Division 2", None)]
    with pytest.raises(SettingsError, match="promote"):
        drafts.change(season=draft, sizes=(3, None), by=owner)
    assert list(made.divisions.values_list("size", flat=True)) == [6, None]


def test_a_draft_is_discarded_and_what_was_done_to_it_stays_listed(league, owner):
    draft = seasons.create(league=league, by=owner, reason="a try")
    drafts.discard(season=draft, by=owner, reason="a mistake")
    assert not Season.objects.exists()
    notes = Action.objects.filter(league=league, season=None).order_by("pk")
    assert list(notes.values_list("verb", "reason")) == [("draft", "a try"), ("discard", "a mistake")]
    assert seasons.create(league=league).number == 1


@pytest.mark.parametrize("does", [drafts.discard, lambda **named: drafts.change(sizes=(None,), **named)])
def test_what_has_opened_is_no_draft(season, owner, does):
    with pytest.raises(StateError, match="no draft any more"):
        does(season=season, by=owner)
    assert Season.objects.count() == 1
