"""Who may enter a season, and how it is left: an owner, a member with a bot, a stranger without."""

import pytest

from tests.tournaments.playing import active_bot, join, work
from tournaments.errors import JoinError, StateError
from tournaments.models import Entry, Placing, Season, User
from tournaments.selectors.joining import bots_to_enter, seasons_to_join
from tournaments.selectors.seasons import seasons_under_way
from tournaments.services import bots, entries, seasons

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_bot_with_an_active_version_may_join_also_when_the_season_runs(season, owner, member):
    first = entries.join(season=season, bot=active_bot(owner, "ann"))
    work(season, 1)
    late = entries.join(season=season, bot=active_bot(member, "bob"))
    assert (first.number, late.state, late.mu) == (1, "in", 25)
    drawn = season.divisions.get().drawn
    work(season, drawn + 1)
    assert set(late.placings.values_list("fixture__round__number", flat=True)) >= {drawn + 1}
    assert not late.placings.filter(fixture__round__number__lte=drawn).exists()


def test_a_bot_without_an_active_version_is_told_so(season, member):
    with pytest.raises(JoinError, match="bob has no version that passed its trial in pis_yedili"):
        entries.join(season=season, bot=bots.create(owner=member, name="bob"))


def test_a_bot_joins_once(season, owner):
    [entry] = join(season, "ann", owner=owner)
    with pytest.raises(JoinError, match="ann is in Open: Season 1 already"):
        entries.join(season=season, bot=entry.bot)


def test_the_limit_holds_for_each_owner(season, owner, member):
    join(season, "ann", "amy", owner=owner)
    with pytest.raises(JoinError, match="the limit is 2"):
        join(season, "abe", owner=owner)
    join(season, "bob", owner=member)
    entries.withdraw(entry=Entry.objects.get(bot__name="amy"))
    entries.join(season=season, bot=owner.bots.get(name="abe"))


@pytest.mark.parametrize("state", ["draft", "finals", "closed"])
def test_a_season_that_is_not_open_takes_nobody(season, owner, state):
    Season.objects.filter(pk=season.pk).update(state=state)
    with pytest.raises(JoinError, match="takes no entries"):
        join(season, "ann", owner=owner)


@pytest.mark.parametrize(
    "leave", [entries.withdraw, lambda entry: entries.disqualify(entry=entry, reason="x")]
)
def test_who_leaves_plays_out_what_is_drawn_and_no_more(season, leave):
    gone, *_ = join(season, "ann", "bob", "cat", "dan")
    work(season, 2)
    drawn = season.divisions.get().drawn
    leave(entry=gone)
    work(season, drawn + 2)
    assert gone.placings.count() == drawn
    assert not gone.placings.filter(mu_after=None).exists()
    with pytest.raises(StateError):
        entries.withdraw(entry=gone)


@pytest.mark.parametrize(
    "leave", [entries.withdraw, lambda entry: entries.disqualify(entry=entry, reason="x")]
)
def test_nobody_leaves_a_closed_season(season, leave):
    [entry] = join(season, "ann")
    seasons.start(season=season)
    seasons.close(season=season)
    with pytest.raises(StateError, match="is closed, and its table stands"):
        leave(entry=entry)
    entry.refresh_from_db()
    assert (entry.state, entry.final_rank, entry.events.count()) == ("in", 1, 0)


def test_two_bots_of_one_owner_meet_only_if_they_must_and_then_unrated(season, owner, capsys):
    join(season, "ann", "amy", owner=owner)
    work(season, 2)
    placings = Placing.objects.filter(fixture__round__number__lte=2)
    assert set(placings.values_list("fixture__kin", flat=True)) == {True}
    assert all(one.mu_after == one.mu_before == 25 for one in placings)
    join(season, "bob", "cat", "dan", "eve", owner=None)
    drawn = season.divisions.get().drawn
    work(season, drawn + 3)
    assert not Placing.objects.filter(fixture__round__number__gt=drawn, fixture__kin=True).exists()
    assert User.objects.count() == 5


def test_only_seasons_that_take_a_bot_are_offered_to_it(season, owner):
    bot = active_bot(owner, "ann")

    def offered():
        return [*seasons_to_join(bot), *bots_to_enter(owner, season)]

    assert offered() == [season, bot]
    for closed in ({"late_entries": False}, {"stages": [{"format": "knockout"}]}, {"state": "finals"}):
        before = Season.objects.filter(pk=season.pk).values("late_entries", "stages", "state").get()
        Season.objects.filter(pk=season.pk).update(**{"state": "running", **closed})
        season.refresh_from_db()
        assert offered() == []
        Season.objects.filter(pk=season.pk).update(**before)
    season.refresh_from_db()
    entries.join(season=season, bot=bot)
    assert offered() == []


def test_a_season_in_its_finals_is_listed_before_one_that_is_open_for_registration(season, league):
    Season.objects.update(state="finals")
    later = seasons.create(league=league)
    seasons.open_registration(season=later)
    assert [one.pk for one in seasons_under_way()] == [season.pk, later.pk]
