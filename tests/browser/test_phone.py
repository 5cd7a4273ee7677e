"""On a phone every page fits, and everything in the header is within reach."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Open, Site
from tests.browser.test_pages import OWN_PAGES, PAGES, STAFF_PAGES, look, sign_in

PHONE = {"width": 360, "height": 740}
TOO_WIDE = """() => [document.documentElement, ...document.querySelectorAll("header.top, header.top *")]
  .filter((each) => each.scrollWidth > each.clientWidth && each.clientWidth > 1 && !each.matches(".cut"))
  .map((each) => `${each.tagName}.${each.className}: ${each.scrollWidth} in ${each.clientWidth}`)"""


def test_no_page_of_the_map_scrolls_sideways(open_page: Open, site: Site) -> None:
    page = open_page(viewport=PHONE)
    sign_in(page, "organiser")
    foreign = ("/bots/oryx/submit/", "/bots/erg/challenge/")  # these are for owners
    for name, path in {**PAGES, **OWN_PAGES, **STAFF_PAGES}.items():
        if path in foreign or (path.startswith("/accounts/log") and path != "/accounts/logout/"):
            continue
        look(page, site, path)
        assert page.evaluate(TOO_WIDE) == [], name


def test_everything_in_the_header_is_within_reach(open_page: Open, site: Site) -> None:
    page = open_page(viewport=PHONE)
    sign_in(page, "organiser")
    page.goto("/")
    header = page.get_by_role("banner")
    for name in ("Caravan", "Search", "Games", "Leagues", "Bots", "Watch", "Desk", "organiser", "Sign out"):
        link = header.get_by_role("link", name=name).first
        expect(link).to_be_in_viewport(ratio=1)
    header.get_by_role("link", name="Sign out").click()
    page.get_by_role("button", name="Sign Out").click()
    expect(header.get_by_role("link", name="Sign in")).to_be_in_viewport(ratio=1)
