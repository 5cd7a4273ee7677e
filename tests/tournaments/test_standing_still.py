"""Bots that an organiser freezes, and people who are banned."""

import pytest

from tests.tournaments.playing import active_bot, join, script
from tournaments.errors import FrozenError, JoinError, StateError
from tournaments.models import Action, Bot, User, Version
from tournaments.services import bots, entries, users, versions

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
