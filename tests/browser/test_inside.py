"""The pane of the viewer for who may look inside a bot."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.accessible import check
from tests.browser.conftest import Open
from tests.browser.test_pages import sign_in
from tests.browser.test_replay import at, watch
from tests.served import Site
from tests.world import SECRET_PRINT, TAG


@pytest.fixture
def owner(page: Page) -> Page:
    """Signed in as the owner of `oryx`."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    sign_in(page)
    return page


def open_pane(page: Page, site: Site, t: int) -> None:
    """The match at a move, with the pane open."""
    watch(page, site, f"?t={t}")
    page.get_by_role("tab", name="Bot").click()


def test_the_pane_shows_the_decision_where_the_viewer_stands(owner: Page, site: Site) -> None:
    open_pane(owner, site, site.asked)
    expect(owner.get_by_label(f"View at move {site.asked}")).to_contain_text('"game": "pis_yedili"')
    expect(owner.locator("#told")).to_be_hidden()
    owner.keyboard.press("Home")
    expect(owner.locator(".decision")).to_have_count(0)
    owner.locator("body").press("End")
    expect(owner.locator(".decision")).to_be_visible()
    expect(owner.get_by_label(f"View at move {site.asked}")).to_have_count(0)
    owner.get_by_role("tab", name="Moves").click()
    expect(owner.locator("#told")).to_be_visible()
    expect(owner.locator(".decision")).to_be_hidden()


def test_the_pane_may_be_opened_before_its_script_has_come(owner: Page, site: Site) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    owner.route("**/inside*.js", hold)
    with owner.expect_request("**/inside*.js"):
        open_pane(owner, site, site.asked)
    expect(owner.get_by_role("tab", name="Bot")).to_have_attribute("aria-selected", "true")
    held[0].continue_()
    expect(owner.locator(".decision")).to_be_visible()


def test_answer_prints_and_clocks_are_there(owner: Page, site: Site) -> None:
    answer = owner.request.get(f"/matches/{site.match}/logs/{site.seat}.txt")
    assert SECRET_PRINT in answer.text()
    asked = owner.request.get(f"/matches/{site.match}/logs/{site.seat}/")
    first = asked.text().split('"sr">Move </span>')[1].split("<")[0]
    open_pane(owner, site, int(first))
    pane = owner.get_by_role("tabpanel", name="Bot")
    expect(pane).to_contain_text(SECRET_PRINT)
    for name in ("CPU used", "Idle", "CPU left", "Idle time left"):
        expect(pane.locator("dt", has_text=name).first).to_be_visible()
    expect(pane.get_by_label(f"Command for move {first}")).to_contain_text(f"@{first} --seat {site.seat}")


def test_each_move_is_said_beside_the_pane_too(owner: Page, site: Site) -> None:
    watch(owner, site, "?t=2")
    expect(owner.locator("[aria-live=polite]")).to_contain_text(f"Move 2 of {site.moves}")
    tabs = owner.get_by_role("tablist")
    assert tabs.evaluate("each => each.offsetWidth - each.clientWidth") == 0  # nothing to scroll there


def test_the_position_is_copied_as_a_test(owner: Page, site: Site) -> None:
    open_pane(owner, site, site.asked)
    owner.get_by_role("link", name="Copy as a test").click()
    expect(owner.get_by_role("link", name="Copied")).to_be_visible()
    copied = json.loads(owner.evaluate("navigator.clipboard.readText()"))
    file = owner.request.get(f"/matches/{site.match}/logs/{site.seat}/{site.asked}.json")
    assert copied == file.json()
    assert copied["positions"][0]["view"]["game"] == "pis_yedili"


def test_strangers_have_no_pane(page: Page, site: Site) -> None:
    watch(page, site)
    expect(page.get_by_role("tab")).to_have_text(["Moves", "Chart"])
    sign_in(page, "jun")
    watch(page, site)
    expect(page.get_by_role("tab")).to_have_text(["Moves", "Chart"])


def test_staff_see_whoever_moves_or_one_bot(page: Page, site: Site) -> None:
    sign_in(page, "organiser")
    open_pane(page, site, site.asked)
    expect(page.get_by_label(f"View at move {site.asked}")).to_be_visible()
    other = str((site.seat + 1) % 3)
    page.get_by_role("combobox", name="Bot").select_option(other)
    expect(page.get_by_label(f"View at move {site.asked}")).to_have_count(0)
    expect(page.locator(".again")).to_contain_text(f"--seat {other}")


@pytest.mark.parametrize("width", [1280, 360])
def test_the_pane_keeps_nobody_out(open_page: Open, site: Site, width: int) -> None:
    page = open_page(viewport={"width": width, "height": 800})
    sign_in(page)
    open_pane(page, site, site.asked)
    expect(page.locator(".decision")).to_be_visible()
    check(page, "bot pane")


def test_words_beside_every_move_mark_none(page: Page, site: Site) -> None:
    def chatty(route: Route) -> None:
        answer = route.fetch()
        said = answer.text().replace("</a></li>", '</a><span class="tag info">hm</span></li>')
        route.fulfill(response=answer, body=said)

    page.route(site.replay, chatty)
    watch(page, site)
    assert page.locator(".moves .tag").count() > site.moves / 2
    expect(page.locator(".scrub .mk.key").first).to_be_attached()
    expect(page.locator(".scrub .mk.word")).to_have_count(0)


def test_the_words_of_a_bot_are_marks(page: Page, site: Site) -> None:
    watch(page, site)
    marks = page.locator(".scrub .mk.word")
    expect(marks).to_have_count(1)
    expect(marks.locator("title")).to_have_text(TAG)
    tagged = page.locator(".moves li", has_text=TAG)
    expect(tagged).to_have_count(1)
    t = int(tagged.get_attribute("data-t") or 0)
    page.locator("[name=turn]").fill(str(t - 1))
    page.locator("[name=turn]").press("Enter")
    page.locator("[name=turn]").blur()
    page.keyboard.press("e")
    at(page, t)
