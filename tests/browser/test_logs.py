"""The log of a bot, as its author reads it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import check
from tests.browser.conftest import Open
from tests.browser.test_pages import sign_in
from tests.served import Site


@pytest.mark.parametrize("width", [1280, 360])
def test_a_row_opens_and_its_command_is_copied(open_page: Open, site: Site, width: int) -> None:
    page = open_page(viewport={"width": width, "height": 800})
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    sign_in(page)
    page.goto(f"/matches/{site.match}/")
    page.get_by_role("link", name="Log of oryx").click()
    row = page.get_by_role("listitem").filter(has_text="Move ").filter(has=page.locator("summary")).nth(2)
    row.locator("summary").click()
    command = row.get_by_label(f"Command for move {site.asked}")
    expect(command).to_contain_text(f"caravan-{site.match}.json@{site.asked} --seat {site.seat}")
    expect(row.get_by_label(f"View at move {site.asked}")).to_contain_text('"game": "pis_yedili"')
    check(page, "log with an open row")
    row.get_by_role("button", name="Copy").click()
    expect(row.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == command.text_content()


def test_a_log_is_read_without_scripts(open_page: Open, site: Site) -> None:
    page = open_page(java_script_enabled=False)
    sign_in(page)
    page.goto(f"/matches/{site.match}/logs/{site.seat}/")
    page.locator("summary").nth(2).click()
    page.get_by_role("link", name="What it was asked").nth(0).click()
    expect(page.get_by_label(f"Command for move {site.asked}")).to_be_visible()
