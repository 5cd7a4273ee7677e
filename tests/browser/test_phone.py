"""On a phone everything in the header is within reach."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.test_pages import sign_in
from tests.served import Site

PHONE = {"width": 360, "height": 740}


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
