"""Bots that an organiser freezes, and people who are banned."""

from datetime import timedelta

import pytest

from tests.tournaments.playing import active_bot, finish, join, open_attempts, script, work
from tournaments.errors import FrozenError, JoinError, StateError
from tournaments.models import Action, Bot, User, Version
from tournaments.services import activations, bots, entries, scheduler, users, versions

pytestmark = pytest.mark.django_db(transaction=True)

STILL = {
    "frozen": lambda bot, by: bots.freeze(bot=bot, by=by, reason="cheats"),
    "banned": lambda bot, by: users.ban(user=bot.owner, by=by, reason="cheats"),
}
AGAIN = {
    "frozen": lambda bot, by: bots.thaw(bot=bot, by=by, reason="sorry"),
    "banned": lambda bot, by: users.lift_ban(user=bot.owner, by=by, reason="sorry"),
}


@pytest.mark.parametrize("how", STILL)
def test_no_new_version_and_no_new_entry_until_it_may_move_again(season, owner, member, how):
    bot = active_bot(owner, "ann")
    STILL[how](bot, member)
    bot = Bot.objects.get(name="ann")
    upload = {"bot": bot, "data": script("v2"), "filename": "bot.py", "games": ["pis_yedili"]}
    with pytest.raises(FrozenError, match="ann has to stand still"):
        versions.submit(**upload)
    with pytest.raises(JoinError, match="ann has to stand still"):
        entries.join(season=season, bot=bot)
    assert Version.objects.filter(bot=bot).count() == 1
    AGAIN[how](bot, member)
    entries.join(season=season, bot=bot)
    assert versions.submit(**upload).number == 2


@pytest.mark.parametrize("how", STILL)
def test_it_is_written_down_once(season, owner, member, how):
    [entry] = join(season, "ann", owner=owner)
    STILL[how](entry.bot, member)
    with pytest.raises(StateError):
        STILL[how](entry.bot, member)
    note = Action.objects.get(by=member)
    assert (note.reason, note.details["entries"]) == ("cheats", 1)


def test_an_administrator_is_not_banned(owner, member):
    User.objects.filter(pk=owner.pk).update(is_superuser=True)
    with pytest.raises(StateError):
        users.ban(user=owner, by=member, reason="x")


@pytest.mark.parametrize("how", STILL)
def test_it_gets_no_chair_in_a_draw_until_it_may_move_again(season, owner, member, how):
    [entry] = join(season, "ann", owner=owner)
    join(season, "bob", "cat", "dan")
    work(season, 1)
    drawn = season.divisions.get().drawn
    STILL[how](entry.bot, member)
    work(season, drawn + 1)
    assert entry.placings.count() == drawn  # what was drawn is played out
    AGAIN[how](entry.bot, member)
    there = season.divisions.get().drawn
    work(season, there + 1)
    assert entry.placings.filter(fixture__round__number=there + 1).count() == 1


def test_a_ladder_in_which_all_stand_still_waits_for_them(season, owner, member):
    [entry] = join(season, "ann", owner=owner)
    work(season, 1)
    bots.freeze(bot=entry.bot, by=member, reason="cheats")
    division = season.divisions.get()
    for attempt in open_attempts():
        assert finish(attempt)
    for minute in range(1, 5):
        scheduler.tick(season.opens + timedelta(minutes=minute))
    drawn = division.drawn
    division.refresh_from_db()
    assert (division.drawn, division.complete) == (drawn, False)


def test_a_version_that_passes_while_its_bot_is_frozen_waits(season, owner, member):
    [entry] = join(season, "ann", owner=owner)
    first = entry.version
    second = versions.submit(bot=entry.bot, data=script("v2"), filename="bot.py", games=["pis_yedili"])
    bots.freeze(bot=entry.bot, by=member, reason="cheats")
    [attempt] = open_attempts(fixture__kind="trial")
    assert finish(attempt)
    second.refresh_from_db()
    entry.refresh_from_db()
    assert (second.state, entry.version) == ("passed", first)
    with pytest.raises(FrozenError):
        activations.choose(version=second, game="pis_yedili")
    bots.thaw(bot=entry.bot, by=member, reason="sorry")
    activations.choose(version=second, game="pis_yedili")
    entry.refresh_from_db()
    assert entry.version == second
