"""The bell tells of itself what is new, and everything works without a line of script."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.test_pages import sign_in
from tests.served import Site


def test_the_bell_asks_again_every_half_minute(open_page: Open, site: Site) -> None:
    page = open_page()
    page.clock.install()
    sign_in(page, "kofi")
    page.goto("/bots/")
    expect(page.get_by_role("link", name="Notifications, 1 new")).to_be_visible()
    other = open_page(java_script_enabled=False)
    sign_in(other, "kofi")
    other.get_by_role("link", name="Notifications, 1 new").click()
    expect(other.get_by_text("Round 1 of Pis Yedili Open")).to_be_visible()
    other.get_by_role("button", name="Mark all as seen").click()
    expect(other.get_by_role("button", name="Mark all as seen")).to_have_count(0)
    with page.expect_response("**/notifications/bell/"):
        page.clock.fast_forward(31_000)
    expect(page.get_by_role("link", name="Notifications", exact=True)).to_be_visible()


def test_settings_are_kept_without_script(open_page: Open, site: Site) -> None:
    page = open_page(java_script_enabled=False)
    sign_in(page, "jun")
    page.goto("/settings/")
    page.get_by_label("Name to show").fill("Jun the third")
    page.get_by_role("button", name="Save").click()
    page.goto("/users/jun/")
    expect(page.get_by_role("heading", name="Jun the third")).to_be_visible()
    page.goto("/settings/tokens/new/")
    page.get_by_label("Name").fill("laptop")
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_label("Your token")).to_contain_text("crv_")
    page.goto("/settings/tokens/")
    page.get_by_role("button", name="Revoke laptop").click()
    expect(page.get_by_text("is revoked")).to_be_visible()
