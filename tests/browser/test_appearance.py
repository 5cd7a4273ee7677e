"""What somebody has chosen is how every page and the viewer look, whatever the system says."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, Route, expect

from tests.browser.accessible import check
from tests.browser.conftest import Open
from tests.browser.test_replay import watch
from tests.served import Site

NIGHT, DAY = "rgb(13, 16, 29)", "rgb(250, 248, 244)"
BLACK, NAVY = "rgb(22, 24, 31)", "rgb(31, 38, 87)"


def choose(page: Page, *labels: str) -> None:
    """As a person does."""
    page.goto("/settings/appearance/")
    for label in labels:
        page.get_by_label(label, exact=True).check()
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_text("Kept, in this browser.")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_choice_beats_the_system(open_page: Open, site: Site, scripts: bool) -> None:
    page = open_page(color_scheme="light", java_script_enabled=scripts)
    page.goto("/")
    expect(page.locator("body")).to_have_css("background-color", DAY)
    choose(page, "Dark", "Four colours far apart", "Still")
    expect(page.locator("body")).to_have_css("background-color", NIGHT)
    expect(page.locator(".deck .card.spade").first).to_have_css("color", BLACK)
    page.goto("/")
    expect(page.locator("body")).to_have_css("background-color", NIGHT)
    expect(page.locator(".live").first).to_be_attached()
    assert (
        page.locator(".live").first.evaluate("sign => getComputedStyle(sign, '::before').animationName")
        == "none"
    )


def test_the_viewer_draws_its_cards_in_the_chosen_suits(page: Page, site: Site) -> None:
    choose(page, "Four colours far apart")
    watch(page, site, "?t=9")
    expect(page.locator(".felt .card.spade").first).to_have_css("color", BLACK)
    choose(page, "Warm reds, cool inks")
    watch(page, site, "?t=9")
    expect(page.locator(".felt .card.spade").first).to_have_css("color", NAVY)


@pytest.mark.parametrize("width", [1280, 360])
def test_every_part_keeps_nobody_out(open_page: Open, site: Site, settings: Any, width: int) -> None:
    """The page of all parts, which is made here, with the style sheets of the site."""
    settings.DEBUG = True
    made = Client().get("/design/").content.decode()
    page = open_page(viewport={"width": width, "height": 800})
    page.context.clear_cookies()

    def show(route: Route) -> None:
        route.fulfill(body=made, content_type="text/html")

    page.route("**/design/", show)
    page.goto("/design/")
    check(page, "design")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_four_colours_can_be_read(open_page: Open, site: Site, scheme: str) -> None:
    page = open_page(viewport={"width": 1280, "height": 800})
    choose(page, scheme.title(), "Four colours far apart")
    check(page, "appearance")
    watch(page, site, "?t=40")
    check(page, "match in four colours")
