"""How the site looks is chosen in a browser, without an account and without a script."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.world import World
from tournaments.models import User

SETTINGS = "/settings/appearance/"
ALL = {"theme": "dark", "deck": "four", "motion": "still"}


def visitor() -> Client:
    """Somebody whose browser says which site a form comes from."""
    return Client(enforce_csrf_checks=True, headers={"origin": "http://testserver"})


def opened(page: str) -> str:
    """The first tag of a page."""
    found = re.search(r"<html[^>]*>", page)
    assert found
    return found[0]


def addresses(world: World) -> tuple[str, ...]:
    """A page, an error, and the viewer in all its forms."""
    match = world.open.matches.first()
    assert match
    path = f"/matches/{match.pk}/"
    return ("/", "/nowhere/", SETTINGS, path, f"{path}?embed=1", f"{path}replay.html")


def test_what_is_chosen_holds_on_every_page_and_in_files(world: World) -> None:
    client = visitor()
    for path in addresses(world):
        assert opened(client.get(path).content.decode()) == '<html lang="en">', path
    client.post(SETTINGS, ALL)
    for path in addresses(world):
        answer = client.get(path)
        html = opened(answer.content.decode())
        assert html == '<html lang="en" data-theme="dark" data-deck="four" data-motion="still">', path
        assert "Cookie" in answer.headers["Vary"], path
    client.post(SETTINGS, {"theme": "system", "deck": "two", "motion": "system"})
    assert opened(client.get("/").content.decode()) == '<html lang="en">'


def test_the_form_shows_what_is_chosen(db: None) -> None:
    client = visitor()
    client.post(SETTINGS, {"theme": "light", "spoilers": "1"})
    page = client.get(SETTINGS).content.decode()
    checked = re.findall(r'name="(\w+)" value="(\w+)" checked', page)
    assert dict(checked) == {"theme": "light", "deck": "two", "motion": "system", "spoilers": "1"}
    assert "Kept, in this browser." in page


def test_an_answer_that_is_none_is_the_usual_one(db: None) -> None:
    client = visitor()
    client.post(SETTINGS, {"theme": 'dark" onclick="x'})
    assert opened(client.get("/").content.decode()) == '<html lang="en">'
    client.cookies["deck"] = '"><script>'
    assert opened(client.get("/").content.decode()) == '<html lang="en">'


@pytest.mark.parametrize("onward", ["https://example.org/", "//example.org/", "javascript:alert(1)", ""])
def test_nobody_is_led_away(db: None, onward: str) -> None:
    answer = visitor().post(SETTINGS, {"theme": "dark", "next": onward})
    assert answer.headers["Location"] == SETTINGS


@pytest.mark.parametrize("origin", ["", "null", "https://example.org", "http://testserver.example.org"])
def test_no_other_site_chooses_for_anybody(world: World, origin: str) -> None:
    client = Client(headers={"origin": origin})
    answer = client.post(SETTINGS, ALL)
    assert answer.status_code == 403
    assert not answer.cookies


def test_who_is_banned_may_choose(world: World) -> None:
    User.objects.update(banned=True)
    client = visitor()
    client.force_login(world.owner)
    assert client.post(SETTINGS, ALL).status_code == 302


def test_a_visitor_who_chooses_nothing_gets_no_cookie(world: World) -> None:
    for path in addresses(world):
        assert not Client().get(path).cookies, path


def test_the_cookies_live_a_year_on_this_site_only(db: None) -> None:
    kept = visitor().post(SETTINGS, {"theme": "dark"}).cookies["theme"]
    assert (kept["max-age"], kept["samesite"], kept["path"]) == (365 * 24 * 3600, "Lax", "/")
