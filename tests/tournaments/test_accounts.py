"""Somebody leaves: nothing of the person stays, and everything that was played still adds up."""

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.utils import timezone

from bots.upload.store import Store
from tests.tournaments.playing import beat, finish, join, open_attempts, renew, work
from tournaments.errors import FrozenError, StateError
from tournaments.models import Action, ApiToken, Bot, Entry, Fixture, Seating, User, Version
from tournaments.services import (
    accounts,
    activations,
    bots,
    erasure,
    logs,
    notifications,
    rebuild,
    reruns,
    tokens,
    versions,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def played(season, owner):
    """A season under way in which they play."""
    join(season, "ann", owner=owner)
    join(season, "bob", "cat")
    work(season, 2)
    return season


def play_out():
    """What is drawn, to its end."""
    for attempt in open_attempts():
        beat(attempt)
        finish(attempt)


def stored(version):
    return (Store(settings.CARAVAN_STORE).root / version.digest).exists()


def test_nothing_of_the_person_stays(played, owner):
    User.objects.filter(pk=owner.pk).update(
        email="o@example.org",
        first_name="Olga",
        about="I am",
        display_name="O",
        is_staff=True,
        ban_reason="late",
    )
    EmailAddress.objects.create(user=owner, email="o@example.org", primary=True)
    _, text = tokens.issue(user=owner, name="laptop", scopes=["read"])
    notifications.choose(user=owner, wishes=notifications.wishes(owner))
    Version.objects.filter(bot__owner=owner).update(note="mine", reason="late")
    accounts.delete(user=owner, by=owner)
    row = User.objects.filter(pk=owner.pk).values().get()
    assert row["username"] == f"deleted:{owner.pk}"
    personal = ("email", "first_name", "last_name", "display_name", "about", "ban_reason")
    assert not any(row[name] for name in personal)
    assert not any(row[name] for name in ("is_active", "is_staff"))
    person = User.objects.get(pk=owner.pk)
    assert not person.has_usable_password()
    assert person.shown == "a deleted account"
    assert not EmailAddress.objects.exists()
    assert tokens.find(text) is None
    assert not ApiToken.objects.exists()
    assert not person.notifications.exists()
    assert not person.subscriptions.exists()
    assert not Version.objects.filter(bot__owner=owner).exclude(note="", reason="").exists()
    assert "owner" not in Action.objects.get(verb="delete account").subject


def test_its_bots_leave_and_stand_still_for_ever(played, owner, member):
    accounts.delete(user=owner, by=owner)
    entry = Entry.objects.get(bot__name="ann")
    assert entry.state == "withdrawn"
    drawn = entry.placings.count()
    play_out()
    work(played, played.divisions.get().drawn + 1)
    assert entry.placings.count() == drawn
    assert not owner.notifications.exists()  # what was drawn has settled since
    bots.thaw(bot=entry.bot, by=member, reason="by mistake")
    assert Bot.objects.get(name="ann").stands_still
    with pytest.raises(FrozenError):
        renew(Bot.objects.get(name="ann"), "again")
    with pytest.raises(FrozenError):
        activations.choose(version=entry.version, game="pis_yedili")


def test_what_was_played_still_adds_up(played, owner):
    before = list(
        Fixture.objects.filter(state="finished").order_by("pk").values_list("pk", "matches__digest")
    )
    accounts.delete(user=owner, by=owner)
    play_out()
    work(played, played.divisions.get().drawn + 1)
    assert rebuild.rebuild(season=played).differences == []
    after = Fixture.objects.filter(state="finished").order_by("pk").values_list("pk", "matches__digest")
    assert set(before) <= set(after)
    assert Entry.objects.get(bot__name="ann").bot.owner_id == owner.pk


def test_files_and_logs_go_once_nothing_that_is_drawn_needs_them(played, owner):
    version = Version.objects.get(bot__name="ann")
    theirs = Seating.objects.filter(version=version).exclude(points=None)
    digest = logs.keep("eJwDAAAAAAE=")
    theirs.update(log=digest, fault_reason="a line of mine")
    assert open_attempts()
    accounts.delete(user=owner, by=owner)
    version.refresh_from_db()
    assert stored(version)
    assert not version.erased
    play_out()
    erasure.erase()
    version.refresh_from_db()
    assert version.erased
    assert not stored(version)
    assert not logs._path(digest).exists()
    assert not Seating.objects.filter(version=version).exclude(log="", fault_reason="").exists()
    fixture = Fixture.objects.filter(state="finished", placings__version=version).first()
    with pytest.raises(StateError, match="the files of ann v1 are gone"):
        reruns.begin(fixture=fixture, by=None, reason="to see")


def test_files_that_somebody_else_has_too_stay(owner, member):
    mine, theirs = (bots.create(owner=who, name=name) for who, name in ((owner, "ann"), (member, "bob")))
    same = [
        versions.inspect(b"def choose(view, legal):\n    return legal[0]\n", "bot.py", games=["donkey"])
    ] * 2
    one, other = (versions.record(bot=bot, upload=up) for bot, up in zip((mine, theirs), same, strict=True))
    assert one.digest == other.digest
    accounts.delete(user=owner, by=owner)
    one.refresh_from_db()
    assert one.erased
    assert stored(other)
    accounts.delete(user=member, by=member)
    assert not stored(other)


def test_an_administrator_does_it_for_somebody_and_nobody_for_an_administrator(owner, member):
    accounts.delete(user=owner, by=member, reason="asked by letter")
    note = Action.objects.get()
    assert (note.by, note.reason) == (member, "asked by letter")
    with pytest.raises(StateError):
        accounts.delete(user=owner, by=member)
    chief = User.objects.create_superuser("chief")
    with pytest.raises(StateError):
        accounts.delete(user=chief, by=chief)
    assert User.objects.get(pk=chief.pk).deleted is None


def test_the_name_is_free_again_and_nobody_can_take_that_of_a_deleted_account(owner):
    accounts.delete(user=owner, by=owner)
    again = User.objects.create_user("owner")
    assert again.deleted is None
    assert User.objects.get(pk=owner.pk).deleted <= timezone.now()
