"""Leagues: who makes them, and who organises them."""

import pytest

from tournaments.errors import SettingsError, StateError
from tournaments.models import Action, League, User
from tournaments.services import accounts, leagues

pytestmark = pytest.mark.django_db


def test_a_league_is_checked_and_noted(owner):
    with pytest.raises(SettingsError, match="is played by 2 to 7, not by 9"):
        leagues.create(by=owner, title="Open", slug="open", game="pis_yedili", seats=9)
    made = leagues.create(by=owner, title="Open", slug="open", game="pis_yedili", seats=3)
    with pytest.raises(SettingsError, match="slug"):
        leagues.create(by=owner, title="Open", slug="open", game="pis_yedili", seats=3)
    assert League.objects.get() == made
    assert Action.objects.get().league == made


def test_organisers_are_named_once_and_dismissed_once(league, owner, member):
    who = {"league": league, "by": owner, "reason": "asked for it"}
    note = leagues.name_organiser(username="member", **who)
    assert note.details == {"organiser": "member"}
    assert User.objects.get(pk=member.pk).organised == {league.pk}
    with pytest.raises(StateError, match="organises Open already"):
        leagues.name_organiser(username="member", **who)
    leagues.dismiss_organiser(username="member", **who)
    assert not User.objects.get(pk=member.pk).organised
    with pytest.raises(StateError, match="does not organise Open"):
        leagues.dismiss_organiser(username="member", **who)


@pytest.mark.parametrize(("username", "why"), [("", "say whom"), ("nobody", "there is nobody named nobody")])
def test_whoever_is_named_has_an_account(league, owner, username, why):
    with pytest.raises(StateError, match=why):
        leagues.name_organiser(league=league, username=username, by=owner, reason="x")


def test_whoever_gives_up_their_account_organises_nothing(league, owner, member):
    leagues.name_organiser(league=league, username="member", by=owner, reason="x")
    accounts.delete(user=member, by=member)
    assert not league.organisers.exists()


def test_a_closed_account_is_not_named(league, owner, member):
    User.objects.filter(pk=member.pk).update(is_active=False)
    with pytest.raises(StateError, match="there is nobody named member"):
        leagues.name_organiser(league=league, username="member", by=owner, reason="x")
