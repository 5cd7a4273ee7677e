"""Every page: nothing that keeps anybody out, room on a phone, nothing inline."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from referee.games import GAMES
from tests.browser.accessible import NIGHT, check
from tests.browser.conftest import Open, watched
from tests.served import Site
from tests.world import GAME, PASSWORD

DESK, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 800}
PAGES = {
    "front": "/",
    "games": "/games/",
    **{f"game {name}": f"/games/{name}/" for name in GAMES},
    "leagues": "/leagues/",
    "season": "/leagues/pis-yedili-open/",
    **{
        f"season: {tab}": f"/leagues/pis-yedili-open/seasons/1/{tab}/"
        for tab in ("fixtures", "h2h", "schedule", "about")
    },
    "matches": "/matches/?a=oryx",
    "entry": "/leagues/pis-yedili-open/seasons/1/entries/1/",
    "predictions": "/leagues/pis-yedili-open/seasons/1/predictions/",
    "round": "/leagues/pis-yedili-open/seasons/1/rounds/1/",
    "fixture": "/fixtures/{open}/",
    "fixture being played": "/fixtures/{playing}/",
    "match": "/matches/{match}/?t=40",
    **{f"match of {name}": f"/matches/{{matches[{name}]}}/?t=40" for name in GAMES if name != GAME},
    "search": "/search/?q=o",
    "file": "/replay/",
    "status": "/status/",
    "API": "/api/docs/",
    "guides": "/docs/",
    "guide": "/docs/protocol/",
    "watch": "/watch/",
    "appearance": "/settings/appearance/",
    "bots": "/bots/",
    "bot": "/bots/oryx/",
    "user": "/users/mira/",
    "sign in": "/accounts/login/",
    "sign up": "/accounts/signup/",
    "password": "/accounts/password/reset/",
}
OWN_PAGES = {
    "new bot": "/bots/new/",
    "new version": "/bots/oryx/submit/",
    "own bot": "/bots/oryx/",
    "source": "/bots/oryx/versions/1/",
    "challenge": "/bots/erg/challenge/",
    "log": "/matches/{match}/logs/{seat}/",
    "decision": "/matches/{match}/logs/{seat}/{asked}/",
    "sign out": "/accounts/logout/",
    "change password": "/accounts/password/change/",
    "e-mail": "/accounts/email/",
    "settings": "/settings/",
    "tokens": "/settings/tokens/",
    "new token": "/settings/tokens/new/?cli=1",
    "webhooks": "/settings/webhooks/",
    "new webhook": "/settings/webhooks/new/",
    "webhook": "/settings/webhooks/{places[webhook]}/",
    "what is told": "/settings/notifications/",
    "delete account": "/settings/delete/",
    "notifications": "/notifications/",
}
STAFF_PAGES = {
    "season as staff": "/leagues/pis-yedili-open/seasons/1/",
    "pairs": "/leagues/pis-yedili-open/seasons/1/pairs/",
    "desks": "/desk/",
    "new league": "/desk/new/",
    "desk": "/leagues/pis-yedili-open/manage/",
    "entries on the desk": "/leagues/pis-yedili-open/manage/seasons/1/entries/",
    "fixtures on the desk": "/leagues/pis-yedili-open/manage/seasons/1/fixtures/",
    "deeds": "/leagues/pis-yedili-open/manage/seasons/1/",
    "deed": "/leagues/pis-yedili-open/manage/seasons/1/pause/",
    "new season": "/leagues/pis-yedili-open/manage/new/",
    "audit": "/leagues/pis-yedili-open/manage/audit/",
}


def sign_in(page: Page, name: str = "mira") -> None:
    """As a person does."""
    page.goto("/accounts/login/")
    page.get_by_label("Username or email").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign In").click()
    expect(page.get_by_role("link", name=name).first).to_be_visible()


def look(page: Page, site: Site, path: str) -> None:
    """Go there and wait until a viewer, if there is one, has drawn."""
    answer = page.goto(path.format(**vars(site)))
    assert answer
    assert answer.status == 200, path
    if path.startswith("/matches/{") and "/logs/" not in path:
        page.locator("#replay[data-ready]").wait_for()


def keep_nobody_out(page: Page, site: Site, pages: dict[str, str]) -> None:
    """Each on a desk, by day and by night, and on a phone by night."""
    for name, path in pages.items():
        page.set_viewport_size(DESK)
        look(page, site, path)
        check(page, name)
        page.set_viewport_size(PHONE)
        check(page, f"{name} on a phone", NIGHT)


def test_pages_keep_nobody_out(page: Page, site: Site) -> None:
    keep_nobody_out(page, site, PAGES)


def test_pages_of_members_keep_nobody_out(page: Page, site: Site) -> None:
    sign_in(page)
    keep_nobody_out(page, site, OWN_PAGES)


def test_pages_of_staff_keep_nobody_out(page: Page, site: Site) -> None:
    sign_in(page, "organiser")
    keep_nobody_out(page, site, STAFF_PAGES)


def test_a_missing_page_looks_like_the_site(browser: Browser, site: Site) -> None:
    nowhere = f"{site.url}/bots/nobody-knows-it/"
    with watched(browser, site.url, missing=nowhere) as opened:
        page = opened(viewport=DESK)
        answer = page.goto(nowhere)
        assert answer
        assert answer.status == 404
        assert "css/base" in answer.text()
        check(page, "missing")


def test_nothing_is_written_into_pages_that_a_strict_policy_forbids(page: Page, site: Site) -> None:
    for path in PAGES.values():
        answer = page.request.get(site.url + path.format(**vars(site)))
        assert "unsafe" not in answer.headers["content-security-policy"]
        html = answer.text()
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", html), path
        assert not re.search(r"<script(?![^>]*\ssrc=)", html), path


def test_the_table_stays_in_reach_on_a_phone(open_page: Open, site: Site) -> None:
    page = open_page(viewport={"width": 360, "height": 640}, has_touch=True)
    look(page, site, PAGES["match"])
    play = page.get_by_role("button", name="Play")
    for y in (0, 300, 600):
        page.evaluate("y => scrollTo(0, y)", y)
        expect(play).to_be_in_viewport()


def test_a_state_that_changes_is_asked_for_again(page: Page, site: Site) -> None:
    sign_in(page)
    page.goto("/bots/new/?game=pis_yedili")
    page.get_by_label("Name").fill("dromedary")
    page.get_by_label("Script").fill("def choose(view, legal):\n    return legal[0]\n")
    page.get_by_role("button", name="Submit this bot").click()
    with page.expect_response("**/bots/dromedary/versions/1/state/"):
        expect(page.get_by_role("heading", name="Version 1")).to_be_visible()


def test_a_script_that_is_refused_comes_back_as_it_was_typed(page: Page, site: Site) -> None:
    sign_in(page)
    page.goto("/bots/new/?game=pis_yedili")
    script = "def choose(view, legal):\n    return legal[0\n"
    page.get_by_label("Name").fill("lame-camel")
    page.get_by_label("Script").fill(script)
    page.get_by_label("Note").fill("first steps")
    page.get_by_role("button", name="Submit this bot").click()
    expect(page.get_by_role("alert")).to_contain_text("bot.py, line 2")
    expect(page.get_by_label("The line")).to_contain_text("return legal[0")
    expect(page.get_by_label("Script")).to_have_value(script)
    expect(page.get_by_label("Name")).to_have_value("lame-camel")
    expect(page.get_by_label("Note")).to_have_value("first steps")
