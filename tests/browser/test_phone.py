"""On a phone everything in the header is within reach."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

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


LENGTHEN = """() => {
  for (const each of document.querySelectorAll("h1, .crumbs a, .list > li > :first-child, .sec-head .aside"))
    each.textContent = "https://example.org/" + "W".repeat(200);
}"""
WIDTHS = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"


@pytest.mark.parametrize("path", ["/leagues/pis-yedili-open/", "/bots/oryx/", "/users/mira/"])
def test_long_words_make_no_page_wider(open_page: Open, path: str) -> None:
    page = open_page(viewport=PHONE)
    page.goto(path)
    page.evaluate(LENGTHEN)
    wide, shown = page.evaluate(WIDTHS)
    assert wide <= shown


def test_words_on_two_lines_keep_off_the_border_of_their_cell(page: Page) -> None:
    page.goto("/bots/")
    cell = page.locator(".t td").first
    assert cell.evaluate("each => parseFloat(getComputedStyle(each).paddingTop)") >= 4
