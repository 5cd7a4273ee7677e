"""The organiser's desk in a browser: from the first look at the wizard to a season that everybody sees."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.accessible import check
from tests.browser.conftest import Open
from tests.browser.test_pages import sign_in
from tests.served import Site

NEW = "/leagues/pis-yedili-open/manage/new/"


def test_a_season_is_previewed_refused_put_right_and_published(page: Page, site: Site) -> None:
    sign_in(page, "nadia")
    page.get_by_role("link", name="Desk", exact=True).click()
    page.get_by_role("link", name="New season").click()
    preview = page.locator("#preview")
    page.get_by_label("Name", exact=True).fill("Summer")
    page.get_by_label("First stage", exact=True).select_option("swiss")
    expect(preview).to_contain_text("a Swiss system needs a number of rounds")
    page.get_by_label("Rounds of the first stage").fill("7")
    page.get_by_label("Entries expected").fill("9")
    expect(preview).to_contain_text(re.compile(r"Rounds\s*7\s*Fixtures\s*21\s*Matches\s*126"))
    page.get_by_label("Registration from").fill("2031-05-02T10:00")
    page.get_by_label("Starts").fill("2031-05-01T10:00")
    page.get_by_label("Why").fill("a new year")
    page.get_by_role("button", name="Save the draft").click()
    expect(page.locator(".f", has=page.get_by_label("Starts"))).to_contain_text("This has to come after")
    check(page, "refused")
    page.get_by_label("Starts").fill("2031-05-03T10:00")
    page.get_by_role("button", name="Save and open registration").click()
    expect(page.get_by_role("heading", name="Open registration")).to_be_visible()
    check(page, "confirmation")
    page.get_by_label("Reason").fill("all is ready")
    page.get_by_role("button", name="Open registration").click()
    expect(page.get_by_role("note")).to_contain_text(
        "Bots may join. It starts by itself on 3 May 2031, 10:00"
    )
    check(page, "published")
    page.get_by_role("link", name="Its page").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Summer open for registration")


def test_it_works_without_scripts(open_page: Open, site: Site) -> None:
    page = open_page(java_script_enabled=False)
    sign_in(page, "nadia")
    page.goto(NEW)
    page.get_by_label("First stage", exact=True).select_option("swiss")
    page.get_by_label("Rounds of the first stage").fill("5")
    page.get_by_label("Entries expected").fill("6")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#preview")).to_contain_text(re.compile(r"Rounds\s*5\s*Fixtures\s*10"))
    expect(page.get_by_label("Entries expected")).to_have_value("6")
