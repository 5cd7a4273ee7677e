"""Nobody is told how a match ends before they have watched it, unless they want to be."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessible import check
from tests.browser.conftest import Open
from tests.browser.test_replay import at, watch
from tests.served import Site


@pytest.fixture
def fan(page: Page) -> Page:
    """Somebody who is here for the first time."""
    page.context.clear_cookies()
    return page


def told(page: Page, moves: int, total: str) -> None:
    """So many moves are listed and on the bar, of so many in all."""
    expect(page.locator(".moves li:visible")).to_have_count(moves)
    expect(page.locator("[name=range]")).to_have_attribute("max", str(moves))
    for place in page.locator("[data-length]").all():
        expect(place).to_have_text(total)


def test_only_what_was_watched_is_told(fan: Page, site: Site) -> None:
    watch(fan, site, "?t=5")
    told(fan, 5, "?")
    expect(fan.locator("#seats")).to_be_hidden()
    assert str(site.moves) not in fan.locator("main").inner_text()
    expect(fan.locator("[aria-live]")).to_contain_text("Move 5 of ?")
    fan.keyboard.press("Shift+ArrowRight")
    told(fan, 15, "?")
    fan.keyboard.press("Home")
    told(fan, 15, "?")
    fan.keyboard.press("End")
    told(fan, site.moves, str(site.moves))
    expect(fan.locator("#seats")).to_be_hidden()


def test_marks_ahead_are_not_drawn(fan: Page, site: Site) -> None:
    watch(fan, site)
    expect(fan.locator(".scrub .mk")).to_have_count(0)
    fan.keyboard.press("e")
    expect(fan.locator(".scrub .mk")).to_have_count(1)
    fan.keyboard.press("s")
    expect(fan.locator(".scrub .mk").nth(2)).to_be_attached()


def test_a_result_once_revealed_is_so_on_the_whole_site(fan: Page, site: Site) -> None:
    watch(fan, site, "?t=3")
    fan.get_by_text("Reveal result").click()
    told(fan, site.moves, str(site.moves))
    expect(fan.locator("#seats")).to_be_visible()
    at(fan, 3)
    fan.goto(f"/matches/{site.matches['donkey']}/")
    expect(fan.locator("#seats")).to_be_visible()
    fan.locator("#replay[data-ready]").wait_for()
    fan.keyboard.press("s")
    expect(fan.locator("#seats")).to_be_hidden()
    told(fan, 0, "?")
    watch(fan, site, "?t=3")
    told(fan, 3, "?")


def test_an_address_reveals_once(fan: Page, site: Site) -> None:
    watch(fan, site, "?spoilers=1")
    told(fan, site.moves, str(site.moves))
    watch(fan, site)
    told(fan, 0, "?")


@pytest.mark.parametrize("scripts", [True, False])
def test_one_button_shows_the_results_of_all_pages_and_hides_them(
    open_page: Open, site: Site, scripts: bool
) -> None:
    page = open_page(java_script_enabled=scripts)
    page.context.clear_cookies()
    page.goto(f"/fixtures/{site.open}/")
    expect(page.get_by_role("columnheader", name="Fixture points")).to_have_count(0)
    page.get_by_role("button", name="Show results").click()
    expect(page.get_by_role("columnheader", name="Fixture points")).to_be_visible()
    page.goto(f"/matches/{site.match}/")
    expect(page.locator("#seats")).to_be_visible()
    page.goto("/watch/")
    expect(page.get_by_role("columnheader", name="Bots, best first")).to_be_visible()
    page.get_by_role("button", name="Hide results").click()
    expect(page.get_by_role("columnheader", name="Bots", exact=True)).to_be_visible()


def test_the_waiting_result_keeps_nobody_out(open_page: Open, site: Site) -> None:
    page = open_page(viewport={"width": 360, "height": 800})
    page.context.clear_cookies()
    watch(page, site, "?t=9")
    check(page, "match with a waiting result")


def test_without_scripts_the_result_stands_behind_its_heading(open_page: Open, site: Site) -> None:
    page = open_page(java_script_enabled=False)
    page.context.clear_cookies()
    page.goto(site.replay)
    expect(page.locator("#seats")).to_be_hidden()
    expect(page.locator("[data-length]").nth(1)).to_have_text("?")
    page.get_by_text("Reveal result").click()
    expect(page.locator("#seats")).to_be_visible()
    expect(page.locator(".moves li:visible")).to_have_count(site.moves)
