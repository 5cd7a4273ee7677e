"""allauth's pages in our words: with mail and without, telling nobody who has an account."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client

from tests.caravan.web.test_secrecy import Browse
from tests.world import PASSWORD, World
from tournaments.models import User

OTHER = "another long enough password"


@pytest.fixture(autouse=True)
def _nothing_counted_yet() -> None:
    cache.clear()


@pytest.fixture
def mailed(settings: Any) -> None:
    """As with a mail server."""
    settings.CARAVAN_MAIL = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
    mail.outbox.clear()


def text(client: Client, path: str) -> str:
    """The page at `path`, which must be there."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


PLACES = [
    "login/",
    "signup/",
    "password/reset/",
    "password/reset/done/",
    "password/reset/key/done/",
    "inactive/",
]
PLACES += ["password/reset/key/1-nonsense/"]
INSIDE = ["logout/", "email/", "password/change/", "reauthenticate/"]
OF_ALLAUTH = ["Please", "Successfully", "Password Reset", "Sign In", "Menu:", "contact us"]


@pytest.mark.parametrize("sent", [True, False])
def test_every_page_speaks_as_the_site_does(
    world: World, browse: Browse, request: pytest.FixtureRequest, sent: bool
) -> None:
    if sent:
        request.getfixturevalue("mailed")
    for who, places in ((None, PLACES), (world.owner, INSIDE)):
        for place in places:
            page = text(browse(who), f"/accounts/{place}")
            assert 'class="account panel' in page or 'class="settings' in page, place
            assert not [word for word in OF_ALLAUTH if word in page], place


def test_without_mail_nothing_promises_one(world: World, browse: Browse) -> None:
    promises = re.compile(r"mail (is|goes) |send|code|@example|type=\"email\"")
    for who, places in ((None, PLACES[:4]), (world.owner, INSIDE)):
        for place in places:
            page = (
                text(browse(who), f"/accounts/{place}").split("<main")[1].replace("No mail is sent here", "")
            )
            found = promises.search(page)
            assert found is None, (place, found)
    before = User.objects.get(username="mira").password
    answer = browse(None).post("/accounts/password/reset/", {"email": "mira@example.org"})
    assert "No mail is sent here" in answer.content.decode()
    browse(world.owner).post("/accounts/email/", {"email": "new@example.org", "action_add": "1"})
    assert not mail.outbox
    assert not EmailAddress.objects.filter(email="new@example.org").exists()
    assert User.objects.get(username="mira").password == before


def test_signing_up_is_confirmed_with_a_code(world: World, mailed: None) -> None:
    client = Client()
    form = {"username": "ada", "email": "ada@example.org", "password1": PASSWORD}
    assert client.post("/accounts/signup/", form).headers["Location"] == "/accounts/confirm-email/"
    [sent] = mail.outbox
    code = re.search(r"^(\S+-?\S+)$", sent.body.split("your address:")[1].strip().splitlines()[0])
    assert code
    assert sent.subject == "Caravan: Your code"
    assert "Type the code" in text(client, "/accounts/confirm-email/")
    assert "_auth_user_id" not in client.session
    client.post("/accounts/confirm-email/", {"code": code[1]})
    assert client.session["_auth_user_id"] == str(User.objects.get(username="ada").pk)
    assert EmailAddress.objects.get(email="ada@example.org").verified


def test_a_wrong_code_signs_nobody_in(world: World, mailed: None) -> None:
    client = Client()
    form = {"username": "ada", "email": "ada@example.org", "password1": PASSWORD}
    client.post("/accounts/signup/", form)
    for _ in range(4):
        client.post("/accounts/confirm-email/", {"code": "wrong"})
    assert "_auth_user_id" not in client.session
    assert not EmailAddress.objects.get(email="ada@example.org").verified


def test_who_never_gave_an_address_is_not_locked_out_by_a_mail_server(world: World, mailed: None) -> None:
    User.objects.filter(username="mira").update(email="")
    client = Client()
    client.post("/accounts/login/", {"login": "mira", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(world.owner.pk)
    client = Client()
    client.post("/accounts/login/", {"login": "kofi", "password": PASSWORD})
    assert "_auth_user_id" not in client.session
    assert mail.outbox[-1].to == ["kofi@example.org"]


def test_a_forgotten_password_is_set_anew_by_a_link_that_works_once(world: World, mailed: None) -> None:
    EmailAddress.objects.create(user=world.owner, email="mira@example.org", primary=True, verified=True)
    client = Client()
    client.post("/accounts/password/reset/", {"email": "mira@example.org"})
    [sent] = mail.outbox
    assert sent.subject == "Caravan: Choose another password"
    link = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", sent.body)
    assert link
    page = client.get(link[1], follow=True)
    assert "Choose another password" in page.content.decode()
    done = client.post(page.redirect_chain[0][0], {"password1": OTHER, "password2": OTHER}, follow=True)
    assert "Your password is another one now" in done.content.decode()
    assert User.objects.get(username="mira").check_password(OTHER)
    assert mail.outbox[-1].subject == "Caravan: Your password was changed"
    assert "This link is used up" in Client().get(link[1], follow=True).content.decode()


def test_nobody_learns_who_has_an_account(world: World, mailed: None) -> None:
    EmailAddress.objects.create(user=world.owner, email="mira@example.org", primary=True, verified=True)
    asked = [
        Client().post("/accounts/password/reset/", {"email": email}, follow=True).content
        for email in ("mira@example.org", "nobody@example.org")
    ]
    assert asked[0] == asked[1]
    signed = [
        Client().post("/accounts/signup/", {"username": name, "email": email, "password1": PASSWORD})
        for name, email in (("ada", "mira@example.org"), ("eva", "eva@example.org"))
    ]
    assert signed[0].headers["Location"] == signed[1].headers["Location"]
    assert not User.objects.filter(username="ada").exists()
    subjects = {sent.to[0]: sent.subject for sent in mail.outbox}
    assert subjects["nobody@example.org"] == "Caravan: Nobody has this address"
    assert subjects["mira@example.org"] == "Caravan: You have an account already"


def test_a_mail_server_that_is_away_is_no_error_of_the_page(
    world: World, mailed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise ConnectionRefusedError("nobody listens")

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", away)
    for email in ("mira@example.org", "nobody@example.org"):
        page = Client().post("/accounts/password/reset/", {"email": email}, follow=True)
        assert "Mail cannot be sent at the moment" in page.content.decode()


def test_every_mail_is_in_our_words(world: World, mailed: None, browse: Browse) -> None:
    EmailAddress.objects.create(user=world.owner, email="mira@example.org", primary=True, verified=True)
    client = browse(world.owner)
    form = {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER}
    assert client.post("/accounts/password/change/", form).status_code == 302
    client.post("/accounts/email/", {"email": "new@example.org", "action_add": "1"})
    sent = {one.subject: one for one in mail.outbox}
    assert set(sent) == {"Caravan: Your password was changed", "Caravan: Your code"}
    for one in sent.values():
        assert one.body.startswith("Hello mira,\n\n")
        assert one.body.rstrip().endswith("Caravan at testserver")
        assert "Thank you for using" not in one.body


def test_addresses_are_added_confirmed_chosen_and_removed(world: World, mailed: None, browse: Browse) -> None:
    EmailAddress.objects.create(user=world.owner, email="mira@example.org", primary=True, verified=True)
    client = browse(world.owner)

    def do(action: str, email: str) -> str:
        form = {"email": email, f"action_{action}": "1"}
        return client.post("/accounts/email/", form, follow=True).content.decode()

    page = do("add", "new@example.org")
    assert "Type the code" in page
    code = mail.outbox[-1].body.split("your address:")[1].split()[0]
    assert (
        "new@example.org is confirmed"
        in client.post("/accounts/confirm-email/", {"code": code}, follow=True).content.decode()
    )
    assert "Choose another first" in do("remove", "mira@example.org")
    assert "We write to this address from now on" in do("primary", "new@example.org")
    assert "mira@example.org is removed" in do("remove", "mira@example.org")
    assert User.objects.get(username="mira").email == "new@example.org"
    assert {sent.subject for sent in mail.outbox} >= {
        "Caravan: Your address was changed",
        "Caravan: An address was removed",
    }


def test_asking_too_often_has_a_page(world: World) -> None:
    answers = [
        Client().post("/accounts/login/", {"login": f"person{k}", "password": "wrong"}) for k in range(31)
    ]
    assert answers[-1].status_code == 429
    assert "Too often" in answers[-1].content.decode()


def test_the_admin_site_is_signed_into_where_guessing_is_slowed_down(world: World) -> None:
    answer = Client().post("/admin/login/", {"username": "organiser", "password": PASSWORD})
    assert answer.headers["Location"].startswith("/accounts/login/?next=")


def test_behind_a_proxy_the_limit_is_for_who_asks(world: World, settings: Any) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    for k in range(40):
        answer = Client().post(
            "/accounts/login/",
            {"login": f"person{k}", "password": "wrong"},
            headers={"X-Forwarded-For": f"192.0.2.{k}"},
        )
        assert answer.status_code == 200
