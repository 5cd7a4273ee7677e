"""Somebody who is banned reads what everybody may read, and changes nothing."""

import pytest

from tournaments.models import Entry, User, Version

pytestmark = pytest.mark.django_db

UPLOAD = {"script": "def choose(view, legal):\n    return legal[0]\n", "games": ["pis_yedili"], "note": ""}


@pytest.fixture
def banned(world, browse):
    User.objects.filter(pk=world.owner.pk).update(banned=True, ban_reason="two accounts")
    return browse(world.owner)


@pytest.mark.parametrize("page", ["/", "/bots/oryx/", "/leagues/", "/bots/oryx/submit/", "/bots/new/"])
def test_they_see_every_page(banned, page):
    assert banned.get(page).status_code == 200


def test_they_change_nothing(banned, world):
    versions, entries = Version.objects.count(), Entry.objects.count()
    season = f"/leagues/{world.season.league.slug}/seasons/{world.season.number}/join/"
    for address in ("/bots/new/", "/bots/oryx/submit/", season):
        answer = banned.post(address, {**UPLOAD, "name": "another", "bot": "oryx"})
        assert answer.status_code == 403
        assert "Not while you are banned" in answer.content.decode()
    assert (Version.objects.count(), Entry.objects.count()) == (versions, entries)


def test_they_are_told_that_they_are_why_and_whom_to_ask(banned, settings):
    for contact, whom in (
        ("", "ask whoever runs this site"),
        ("desk@example.org", "write to desk@example.org"),
    ):
        settings.CARAVAN_CONTACT = contact
        for page in (banned.get("/"), banned.post("/bots/new/", UPLOAD)):
            said = page.content.decode()
            assert "You are banned." in said
            assert "two accounts" in said
            assert whom in said


def test_nobody_else_is_told_that(world, browse):
    User.objects.filter(pk=world.owner.pk).update(banned=True, ban_reason="two accounts")
    assert "two accounts" not in browse(world.member).get("/users/mira/").content.decode()


def test_they_may_sign_out(banned):
    assert banned.post("/accounts/logout/").status_code == 302
    assert not banned.session.get("_auth_user_id")


def test_a_frozen_bot_takes_no_version_and_its_owner_is_told_why(world, browse):
    type(world.oryx).objects.filter(pk=world.oryx.pk).update(frozen=True)
    assert "stands still, by the organiser" in browse(world.owner).get("/bots/oryx/").content.decode()
    assert "stands still" not in browse(world.member).get("/bots/oryx/").content.decode()
    page = browse(world.owner).post("/bots/oryx/submit/", UPLOAD)
    assert "oryx has to stand still" in page.content.decode()
    assert world.oryx.versions.count() == 1
