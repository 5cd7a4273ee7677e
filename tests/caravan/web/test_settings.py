"""What people decide about themselves, and what they are told."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.caravan.web.test_secrecy import Browse
from tests.world import PASSWORD, World
from tournaments.models import ApiToken, Notification, User
from tournaments.services import erasure, mails, notifications, tokens
from tournaments.services.notifications import Notice


@pytest.fixture
def mine(world: World, browse: Browse) -> Client:
    """The site as the owner sees it."""
    cache.clear()
    return browse(world.owner)


def text(client: Client, path: str) -> str:
    """The page at `path`, which must be there."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def test_what_somebody_tells_of_themselves_is_on_their_page(mine: Client, browse: Browse) -> None:
    mine.post("/settings/", {"display_name": "Mira M.", "about": "<b>I</b> play\n\ncards"})
    page = text(browse(None), "/users/mira/")
    assert "<h1>Mira M.</h1>" in page
    assert "<p>&lt;b&gt;I&lt;/b&gt; play</p>" in page
    assert "Mira M." in text(mine, "/settings/")


def test_a_name_that_cannot_be_seen_is_refused(mine: Client) -> None:
    assert "Only signs" in mine.post("/settings/", {"display_name": "a\u202eb"}).content.decode()
    assert User.objects.get(username="mira").display_name == ""


def test_a_token_is_shown_once(mine: Client) -> None:
    form = {"name": "laptop", "scopes": ["read", "submit"], "days": "30"}
    answer = mine.post("/settings/tokens/new/", form)
    found = re.search(r"crv_[\w-]{40,}", answer.content.decode())
    assert found
    assert "no-store" in answer.headers["Cache-Control"]
    token = tokens.find(found[0])
    assert token
    assert token.expires
    assert timedelta(days=29) < token.expires - timezone.now() < timedelta(days=31)
    page = text(mine, "/settings/tokens/")
    assert found[0] not in page
    assert token.prefix in page
    mine.post(f"/settings/tokens/{token.pk}/revoke/")
    assert tokens.find(found[0]) is None


def test_the_command_line_gets_a_form_that_is_filled_in(mine: Client) -> None:
    page = text(mine, "/settings/tokens/new/?cli=1")
    assert 'value="the command line"' in page
    assert len(re.findall(r'value="(?:read|submit)"[^>]* checked', page)) == 2


def test_only_who_organises_is_offered_to(world: World, mine: Client, browse: Browse) -> None:
    assert 'value="organise"' not in text(mine, "/settings/tokens/new/")
    assert 'value="organise"' in text(browse(world.staff), "/settings/tokens/new/")
    answer = mine.post("/settings/tokens/new/", {"name": "x", "scopes": ["organise"], "days": ""})
    assert answer.status_code == 200
    assert not ApiToken.objects.exists()


def test_nobody_revokes_or_sees_anothers(world: World, mine: Client, browse: Browse) -> None:
    token, _ = tokens.issue(user=world.owner, name="laptop", scopes=["read"])
    assert browse(world.member).post(f"/settings/tokens/{token.pk}/revoke/").status_code == 404
    assert "laptop" not in text(browse(world.member), "/settings/tokens/")
    assert "laptop" in text(mine, "/settings/tokens/")


def tell(user: User, *texts: str) -> None:
    """They are told that."""
    told = [Notice(user.pk, one, "/bots/oryx/", result="oryx won") for one in texts]
    notifications.tell(Notification.Kind.CLOSED, told)


def test_the_bell_counts_what_was_not_seen(world: World, mine: Client, browse: Browse) -> None:
    seen = world.owner.notifications.filter(seen=False).count()
    tell(world.owner, "one", "two")
    for path in ("/bots/", "/notifications/bell/"):
        assert f'aria-label="Notifications, {seen + 2} new"' in text(mine, path)
    assert f"{seen + 2} new" not in text(browse(world.member), "/bots/")
    mine.post("/notifications/seen/")
    assert 'aria-label="Notifications"' in text(mine, "/bots/")
    assert "two" in text(mine, "/notifications/")


def test_the_bell_asks_for_itself_again_until_nobody_is_signed_in(mine: Client, browse: Browse) -> None:
    assert 'hx-trigger="every 30s"' in text(mine, "/notifications/bell/")
    assert browse(None).get("/notifications/bell/").status_code == 286


def test_how_it_ended_is_told_to_who_wants_to_know(world: World, mine: Client) -> None:
    tell(world.owner, "season 1 is closed")
    page = text(mine, "/notifications/?spoilers=0")
    assert page.index("<details") < page.index("oryx won")
    assert "<details" not in text(mine, "/notifications/?spoilers=1").split("<main")[1]


def test_a_long_list_comes_in_parts(world: World, mine: Client) -> None:
    tell(world.owner, *(f"news {k}." for k in range(60)))
    page = text(mine, "/notifications/")
    assert "news 59." in page
    assert "news 5." not in page
    earlier = re.search(r'href="(\?before=\d+)"', page)
    assert earlier
    assert "news 5." in text(mine, f"/notifications/{earlier[1]}")
    assert "news 59." in text(mine, "/notifications/?before=nonsense")


@pytest.mark.parametrize("mail", [True, False])
def test_what_is_told_is_chosen_and_mail_only_where_it_is_sent(
    world: World, mine: Client, settings: Any, mail: bool
) -> None:
    settings.CARAVAN_MAIL = mail
    assert ("by mail" in text(mine, "/settings/notifications/")) is mail
    form = {"site-accepted": "on", **{f"mail-{kind}": "daily" for kind in Notification.Kind.values}}
    mine.post("/settings/notifications/", form)
    chosen = notifications.wishes(world.owner)
    assert {kind for kind, wish in chosen.items() if wish.site} == {"accepted"}
    assert all((wish.mail == "daily") is mail for wish in chosen.values())


def test_mail_is_stopped_without_signing_in_by_who_has_the_link(world: World) -> None:
    path = mails.leaving(world.owner)
    strict = Client(enforce_csrf_checks=True)
    assert "No more mail?" in text(strict, path)
    assert notifications.wishes(world.owner)["refused"].mail == "now"
    assert strict.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert {wish.mail for wish in notifications.wishes(world.owner).values()} == {"no"}
    assert Client().post(path[:-2] + "/").status_code == 404


def test_an_account_is_deleted_with_its_password(world: World, mine: Client, browse: Browse) -> None:
    page = text(mine, "/settings/delete/")
    assert "oryx" in page
    for form in ({"password": "wrong", "sure": "on"}, {"password": PASSWORD}):
        assert mine.post("/settings/delete/", form).status_code == 200
    assert User.objects.get(pk=world.owner.pk).deleted is None
    assert mine.post("/settings/delete/", {"password": PASSWORD, "sure": "on"}).status_code == 302
    assert "_auth_user_id" not in mine.session
    assert "a deleted account" in text(browse(None), "/bots/oryx/")
    assert browse(None).get("/users/mira/").status_code == 404
    season = "/leagues/pis-yedili-open/seasons/1/"
    for path in (season, f"{season}standings.json", "/bots/"):
        assert "mira" not in text(browse(None), path), path
        assert "deleted:" not in text(browse(None), path), path
    mine.post("/accounts/login/", {"login": "mira", "password": PASSWORD})
    assert "_auth_user_id" not in mine.session
    match = world.open.matches.first()
    assert match
    for path in (f"/fixtures/{world.open.pk}/", f"/matches/{match.pk}/", f"/matches/{match.pk}/replay.json"):
        assert text(browse(None), path)
    world.playing.delete()
    erasure.erase()
    assert "gone with the account" in text(browse(world.staff), "/bots/oryx/versions/1/")


def test_guessing_that_password_is_slowed_down(mine: Client) -> None:
    answers = [mine.post("/settings/delete/", {"password": str(k), "sure": "on"}) for k in range(11)]
    assert answers[-1].status_code == 429


def test_an_administrators_account_is_not_deleted_here(browse: Browse, db: None) -> None:
    cache.clear()
    chief = User.objects.create_superuser("chief", password=PASSWORD)
    answer = browse(chief).post("/settings/delete/", {"password": PASSWORD, "sure": "on"})
    assert "another one has to" in answer.content.decode()
    assert User.objects.get(pk=chief.pk).deleted is None


def test_who_is_banned_may_still_leave(world: World, mine: Client) -> None:
    User.objects.filter(pk=world.owner.pk).update(banned=True)
    assert mine.post("/settings/", {"about": "x"}).status_code == 403
    assert mine.post("/notifications/seen/").status_code == 302
    assert mine.post("/settings/delete/", {"password": PASSWORD, "sure": "on"}).status_code == 302
