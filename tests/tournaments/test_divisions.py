"""Who competes in which division, from one season to the next."""

import pytest
from django.utils import timezone

from tests.tournaments.playing import active_bot, join
from tournaments.models import Entry, Season, User
from tournaments.ranking import MU, SIGMA
from tournaments.services import drafts, entries, seasons

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tiers(league, shipped):
    """Makes seasons of divisions of these sizes, two of each going up and down, and starts them."""

    def make(*sizes, promote=1, **settings):
        made = seasons.create(
            league=league, opens=timezone.now(), sizes=sizes, promote=promote, relegate=promote, **settings
        )
        seasons.open_registration(season=made)
        made.refresh_from_db()
        return made

    return make


def seated(season):
    """By division: the bots, best first."""
    rows = Entry.objects.filter(division__season=season, house=False).order_by("division", "-mu")
    names = rows.values_list("division__tier", "bot__name")
    return [
        [name for tier, name in names if tier == number] for number in sorted({tier for tier, _ in names})
    ]


def rate(season, **mus):
    for name, mu in mus.items():
        Entry.objects.filter(division__season=season, bot__name=name).update(mu=mu, sigma=2)


def finish(season):
    seasons.end_stage(season=season)
    seasons.close(season=season)


@pytest.fixture
def first(tiers):
    """Two divisions of three, played: ann, bob, cat above dan, eve, fay; the last of each three is last."""
    season = tiers(3, None)
    join(season, "ann", "bob", "cat", "dan", "eve", "fay")
    seasons.start(season=season)
    rate(season, ann=40, bob=35, cat=30, dan=28, eve=20, fay=10)
    return season


def again(season, *names):
    for name in names:
        bot = Entry.objects.filter(bot__name=name).first().bot
        entries.join(season=season, bot=bot)


def test_newcomers_fill_the_divisions_from_the_top_in_the_order_in_which_they_joined(first):
    assert seated(first) == [["ann", "bob", "cat"], ["dan", "eve", "fay"]]


def test_who_left_before_the_start_takes_nobodys_room(tiers):
    season = tiers(2, None)
    ann, *_ = join(season, "ann", "bob", "cat", "dan")
    entries.withdraw(entry=ann)
    seasons.start(season=season)
    competing = Entry.objects.filter(division__season=season, house=False, state="in")
    assert list(competing.filter(division__tier=1).values_list("bot__name", flat=True)) == ["bob", "cat"]


def test_at_the_close_the_best_go_up_and_the_last_go_down_and_the_next_season_puts_them_there(first, tiers):
    finish(first)
    moves = dict(Entry.objects.exclude(moves="").values_list("bot__name", "moves"))
    assert moves == {"cat": "down", "dan": "up"}
    second = tiers(3, None)
    again(second, "fay", "eve", "dan", "cat", "bob", "ann")
    join(second, "gus")
    seasons.start(season=second)
    assert seated(second) == [["ann", "bob", "dan"], ["cat", "gus", "eve", "fay"]]


def test_the_next_season_begins_with_the_mu_of_the_last_and_a_wider_sigma(first, tiers):
    finish(first)
    second = tiers(3, None, carry_sigma=1.5)
    again(second, "ann")
    ann = Entry.objects.get(bot__name="ann", division__season=second)
    assert (ann.mu, ann.sigma) == (ann.start_mu, ann.start_sigma) == (40, 2.5)
    Entry.objects.filter(pk=ann.pk).update(mu=1, start_mu=1)
    join(second, "gus", "hal")
    seasons.start(season=second)
    ann.refresh_from_db()
    assert (ann.mu, ann.start_mu) == (40, 40)
    assert Entry.objects.get(bot__name="gus").sigma == SIGMA


def test_the_house_begins_with_the_mu_of_the_last_season_too_in_each_division(first, tiers):
    for tier, mu in ((1, 31), (2, 22)):
        Entry.objects.filter(division__season=first, house=True, division__tier=tier).update(mu=mu, sigma=2)
    finish(first)
    second = tiers(2, 2, None, carry_sigma=1.5)
    again(second, "ann", "bob", "cat", "dan", "eve", "fay")
    seasons.start(season=second)
    house = Entry.objects.filter(division__season=second, house=True)
    assert {(one.division.tier, one.mu, one.sigma) for one in house} == {
        (1, 31, 2.5), (2, 22, 2.5), (3, 22, 2.5)
    }  # fmt: skip
    assert {(one.mu, one.sigma) == (one.start_mu, one.start_sigma) for one in house} == {True}
    rehearsed = drafts.rehearse(season=second)
    assert set(Entry.objects.filter(division__season=rehearsed).values_list("mu", "sigma")) == {(MU, SIGMA)}


def test_a_house_bot_that_competed_fills_chairs_with_the_rating_that_it_had(shipped, tiers):
    first = tiers(None, promote=0)
    entries.join(season=first, bot=shipped[0])
    seasons.start(season=first)
    rate(first, random=33)
    finish(first)
    second = tiers(None, promote=0, carry_sigma=1.5)
    seasons.start(season=second)
    filler = Entry.objects.get(division__season=second, bot=shipped[0])
    assert (filler.house, filler.mu, filler.sigma) == (True, 33, 2.5)


def test_a_house_bot_that_filled_chairs_competes_with_the_rating_that_it_had_and_begins_at_the_bottom(
    shipped, first, tiers
):
    for tier, mu in ((1, 31), (2, 22)):
        Entry.objects.filter(division__season=first, house=True, division__tier=tier).update(mu=mu, sigma=2)
    finish(first)
    second = tiers(3, None, carry_sigma=1.5)
    again(second, "ann", "bob", "cat", "dan")
    joined = entries.join(season=second, bot=shipped[0])
    assert (joined.mu, joined.sigma) == (22, 2.5)
    Entry.objects.filter(pk=joined.pk).update(mu=1, start_mu=1)
    seasons.start(season=second)
    joined.refresh_from_db()
    assert (joined.house, joined.division.tier, joined.mu, joined.sigma) == (False, 2, 22, 2.5)


def test_where_somebody_is_missing_the_best_from_below_come_up(first, tiers):
    finish(first)
    second = tiers(3, None)
    again(second, "fay", "cat", "bob", "dan")
    seasons.start(season=second)
    assert seated(second) == [["bob", "cat", "dan"], ["fay"]]


def test_without_sizes_everybody_is_where_the_last_season_leaves_them(first, tiers):
    finish(first)
    second = tiers(None, None)
    again(second, "fay", "cat", "bob", "dan")
    join(second, "gus")
    seasons.start(season=second)
    assert seated(second) == [["bob", "dan"], ["cat", "gus", "fay"]]


def test_who_has_left_does_not_move_and_who_was_disqualified_begins_at_the_bottom(first, tiers):
    entries.withdraw(entry=Entry.objects.get(bot__name="dan"))
    entries.disqualify(entry=Entry.objects.get(bot__name="ann"), reason="cheated")
    finish(first)
    moves = dict(Entry.objects.exclude(moves="").values_list("bot__name", "moves"))
    assert moves == {"cat": "down", "eve": "up"}
    second = tiers(None, None)
    again(second, "ann", "bob", "dan")
    seasons.start(season=second)
    assert seated(second) == [["bob"], ["ann", "dan"]]


def test_a_small_division_does_not_send_one_entry_both_ways(tiers):
    season = tiers(1 + 1, 2, None)
    join(season, "ann", "bob", "cat", "dan", "eve")
    seasons.start(season=season)
    Entry.objects.filter(bot__name="dan").update(state="withdrawn")
    finish(season)
    moves = dict(Entry.objects.exclude(moves="").values_list("bot__name", "moves"))
    assert moves == {"bob": "down", "cat": "up", "eve": "up"}


def test_a_season_that_is_not_closed_or_was_a_rehearsal_carries_nothing_over(first, tiers):
    second = tiers(3, None)
    again(second, "ann")
    assert Entry.objects.get(bot__name="ann", division__season=second).mu == 25
    finish(first)
    Season.objects.filter(pk=first.pk).update(dry=True)
    entries.join(season=second, bot=active_bot(User.objects.create(username="x"), "xan"))
    again(second, "bob")
    assert Entry.objects.get(bot__name="bob", division__season=second).mu == 25


def test_who_comes_late_joins_the_lowest_division(first):
    [late] = join(first, "gus")
    assert late.division.tier == 2
