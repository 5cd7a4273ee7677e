"""Who may change what: everybody posts to every address; an address that takes posts has a row here."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from tests.caravan.web.snapshots import rows
from tests.caravan.web.test_secrecy import ADDRESSES, API, PEOPLE, address, person
from tests.world import PASSWORD, SCRIPT, World, bot
from tournaments.models import Activation, Delivery, User, Webhook
from tournaments.services import tokens

Browse = Callable[[User | None], Client]
SIGNED_IN = set(PEOPLE) - {"nobody"}
AT_THE_DESK = {"staff", "organiser"}
JUNK = {"name": "x", "bot": "oryx", "game": "pis_yedili", "reason": "why not", "confirm": "1", "title": "x"}
WHY = {"reason": "as it should be"}


@dataclass(frozen=True)
class Deed:
    """What is posted, and who of all may do that."""

    form: dict[str, Any]
    may: set[str]
    first: Callable[[World], object] = lambda world: None
    """What has to be so before."""


DESK = "leagues/<slug:slug>/manage/"
HOOKS = "settings/webhooks/"
SEASON = "leagues/<slug:slug>/seasons/<int:number>/"
UPLOAD = {"script": SCRIPT.decode() + "# another\n", "games": ["pis_yedili"], "note": ""}
POSTS: dict[str, Deed] = {
    "bots/new/": Deed({**UPLOAD, "name": "dromedary"}, SIGNED_IN),
    "bots/<slug:name>/submit/": Deed(UPLOAD, {"owner"}),
    "bots/<slug:name>/challenge/": Deed({"own": "erg", "league": "pis-yedili-open"}, {"member"}),
    "bots/<slug:name>/versions/<int:number>/choose/": Deed(
        {"game": "pis_yedili"}, {"owner"}, lambda world: Activation.objects.filter(bot=world.oryx).delete()
    ),
    SEASON + "join/": Deed({"bot": "mirage"}, {"stranger"}, lambda world: bot("mirage", world.stranger)),
    SEASON + "leave/": Deed({"bot": "oryx"}, {"owner"}),
    DESK + "seasons/<int:number>/<slug:deed>/": Deed(WHY, AT_THE_DESK),
    DESK + "seasons/<int:number>/entries/<int:which>/<slug:deed>/": Deed(WHY, AT_THE_DESK),
    DESK + "seasons/<int:number>/fixtures/<int:pk>/<slug:deed>/": Deed(WHY, AT_THE_DESK),
    DESK + "seasons/<int:number>/rounds/<int:tier>/<int:which>/<slug:deed>/": Deed(WHY, AT_THE_DESK),
    API + "bots/": Deed({"name": "dromedary"}, SIGNED_IN),
    API + "challenges/": Deed({"bots": ["erg", "oryx"]}, {"owner", "member"}),
    API + SEASON + "entries/": Deed(
        {"bot": "mirage"}, {"stranger"}, lambda world: bot("mirage", world.stranger)
    ),
    API + SEASON + "actions/": Deed({"deed": "pause", "confirm": True, **WHY}, AT_THE_DESK),
    API + "leagues/<slug:slug>/actions/": Deed(
        {"deed": "name_an_organiser", "username": "jun", "confirm": True, **WHY}, {"staff"}
    ),
    API + "webhooks/": Deed({"url": "https://a.example/", "events": ["round.settled"]}, SIGNED_IN),
    API + "webhooks/<int:pk>/deliveries/": Deed({}, {"owner"}),
    API + "webhooks/<int:pk>/deliveries/<uuid:uid>/": Deed(
        {}, {"owner"}, lambda world: Delivery.objects.update(state="delivered")
    ),
    "settings/": Deed({"about": "likes camels"}, SIGNED_IN),
    "settings/notifications/": Deed({"everything": "off"}, SIGNED_IN),
    "settings/delete/": Deed({"password": PASSWORD, "sure": "on"}, SIGNED_IN),
    "settings/tokens/new/": Deed({"name": "laptop", "scopes": ["read"]}, SIGNED_IN),
    "settings/tokens/<int:pk>/revoke/": Deed(
        {}, {"owner"}, lambda world: tokens.issue(user=world.owner, name="laptop", scopes=["read"])
    ),
    HOOKS + "new/": Deed({"url": "https://a.example/", "events": ["round.settled"]}, SIGNED_IN),
    HOOKS + "<int:pk>/remove/": Deed({}, {"owner"}),
    HOOKS + "<int:pk>/on/": Deed({}, {"owner"}, lambda world: Webhook.objects.update(active=False)),
    HOOKS + "<int:pk>/ping/": Deed({}, {"owner"}),
    HOOKS + "<int:pk>/deliveries/<int:which>/again/": Deed(
        {}, {"owner"}, lambda world: Delivery.objects.update(state="delivered")
    ),
}
ELSEWHERE = {
    *("desk/new/", DESK + "new/", DESK + "league/<slug:deed>/", DESK + "seasons/<int:number>/change/"),
    API + "bots/<slug:name>/versions/",
    *("replay/", "settings/appearance/", "notifications/seen/", "unsubscribe/<str:word>/"),
}
"""Posted in tests of their own: what is asked in two steps, files, a cookie, a link."""
EXEMPT = {"unsubscribe/<str:word>/"}
"""Where a mail program posts by itself: the address is the proof."""


def addressed(route: str, world: World) -> str:
    """Where it is posted: deeds that are possible now."""
    path = address(route, world.open)
    path = path.replace("/close/", "/pause/").replace("/rounds/1/1/hold/", "/rounds/1/2/release/")
    token = world.owner.tokens.first()
    return path.replace("/tokens/1/", f"/tokens/{token.pk}/") if token else path


def foretold(client: Client, path: str) -> dict[str, str]:
    """What a page of a deed says that it would do, as its form sends it back."""
    found = re.search(r'name="seen" value="(\w+)"', client.get(path).content.decode())
    return {"seen": found[1]} if found else {}


def changed_by(client: Client, path: str, form: dict[str, Any]) -> bool:
    """Whether a post changes anything that is stored; it is undone."""
    kind = {"content_type": "application/json"} if path.startswith(f"/{API}") else {}
    with transaction.atomic():
        before = rows()
        client.post(path, form, **kind)
        after = rows()
        transaction.set_rollback(True)
    return before != after


@pytest.mark.parametrize("route", POSTS)
def test_only_those_who_may_change_something_by_a_post(world: World, browse: Browse, route: str) -> None:
    deed = POSTS[route]
    deed.first(world)
    path = addressed(route, world)
    form = deed.form | foretold(browse(world.staff), path)
    changed = {who for who in PEOPLE if changed_by(browse(person(world, who)), path, form)}
    assert changed == deed.may, path


@pytest.mark.usefixtures("still")
def test_any_other_address_takes_no_post(world: World, browse: Browse) -> None:
    """It is refused, or answered as if nothing had come with it."""
    clients = {who: browse(person(world, who)) for who in ("owner", "staff")}
    before = rows()
    for route in ADDRESSES.keys() - POSTS.keys() - ELSEWHERE - {"readyz"}:
        for who, client in clients.items():
            path = addressed(route, world)
            posted, got = client.post(path, JUNK), client.get(path)
            same = (posted.status_code, posted.getvalue()) == (got.status_code, got.getvalue())
            assert same or posted.status_code == 405, (who, path)
    assert rows() == before


def test_nothing_is_posted_in_somebodys_name_by_another_site(world: World) -> None:
    before = rows()
    forms = {route: deed.form for route, deed in POSTS.items()}
    clients = {who: Client(enforce_csrf_checks=True) for who in ("owner", "staff", "nobody")}
    for who, client in clients.items():
        if user := person(world, who):
            client.force_login(user)
    signed_in = rows()
    for who, client in clients.items():
        for route in ADDRESSES.keys() - EXEMPT:
            status = client.post(addressed(route, world), forms.get(route, JUNK)).status_code
            assert status == 403 or (
                who == "nobody" and route.startswith(API) and status in (401, 404, 405)
            ), route
        for path in ("/accounts/login/", "/accounts/logout/", "/accounts/signup/", "/accounts/email/"):
            assert client.post(path, JUNK).status_code == 403, (who, path)
    assert rows() == signed_in
    assert {name for name in before if before[name] != signed_in[name]} <= {"tournaments.User"}  # last seen


def test_a_post_from_the_page_itself_is_taken(world: World) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.owner)
    page = client.get("/bots/oryx/submit/")
    form = UPLOAD | {"csrfmiddlewaretoken": str(page.context["csrf_token"])}
    assert client.post("/bots/oryx/submit/", form).status_code == 302
    assert world.oryx.versions.count() == 2


@pytest.mark.parametrize("path", ["/admin/", "/admin/tournaments/fixture/", "/admin/tournaments/user/add/"])
def test_the_admin_site_is_for_staff(world: World, browse: Browse, path: str) -> None:
    for who in PEOPLE:
        answer = browse(person(world, who)).get(path)
        user = person(world, who)
        if not (user and user.is_staff):
            assert answer.status_code == 302, who
            assert answer.headers["Location"].startswith("/admin/login/"), who
    assert browse(world.staff).get("/admin/").status_code == 200


def sign_in(client: Client, password: str, name: str = "mira") -> Any:
    """Type a name and a password."""
    return client.post("/accounts/login/", {"login": name, "password": password})


@pytest.fixture
def _nobody_has_tried() -> None:
    """Tries are counted in the cache."""
    cache.clear()


@pytest.mark.usefixtures("_nobody_has_tried")
def test_whoever_guesses_passwords_is_soon_told_to_wait(world: World) -> None:
    client = Client()
    answers = [sign_in(client, f"guess {number}") for number in range(8)]
    refused = [answer for answer in answers if b"Too many failed" in answer.content]
    assert 0 < len(refused) < 8
    late = sign_in(client, PASSWORD)
    assert b"Too many failed" in late.content
    assert "_auth_user_id" not in client.session


@pytest.mark.usefixtures("_nobody_has_tried")
def test_the_cookie_of_a_session_is_kept_from_scripts_and_from_other_sites(world: World) -> None:
    client = Client()
    before = client.session.session_key
    assert sign_in(client, PASSWORD).status_code == 302
    cookie = client.cookies["sessionid"]
    assert cookie.value != before
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert client.cookies["csrftoken"]["samesite"] == "Lax"


def test_behind_https_nothing_is_left_open_that_django_knows_of(tmp_path: object) -> None:
    environment = {
        "DJANGO_SETTINGS_MODULE": "caravan.settings", "CARAVAN_HTTPS": "1", "CARAVAN_DATA": str(tmp_path),
        "PYTHONPATH": ":".join(filter(None, sys.path)),
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "django", "check", "--deploy"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    warned = {
        line.split(")")[0].removeprefix("?: (") for line in done.stderr.splitlines() if "security." in line
    }
    assert warned <= {"security.W005", "security.W021"}, done.stderr  # of subdomains, which are not ours
