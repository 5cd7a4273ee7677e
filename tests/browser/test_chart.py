"""The chart beside the table: what was counted, as far as it was watched."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from referee.games import GAMES
from referee.replay import changed
from tests.browser.accessible import check
from tests.browser.conftest import Open
from tests.browser.test_replay import at, watch
from tests.served import Site

OVER = ("maps", "deal", "over")


def counted(game: str, position: dict[str, Any]) -> list[int]:
    """What the chart of a game says of a position, from the referee itself."""
    table = GAMES[game].from_json(position)
    figures, points = table.figures(), list(table.points())
    if game == "chicane":
        return list(figures["to_go"])
    if game == "scandaroon":
        return list(figures["standing"])
    if game == "tuareg":
        sight = [] if position["phase"] in OVER else figures["scores"].values()
        return [own + sum(scores[seat] for scores in sight) for seat, own in enumerate(points)]
    return [len(hand) for hand in position["hands"]]


def open_chart(page: Page) -> None:
    """Look at it."""
    page.get_by_role("tab", name="Chart").click()
    page.locator("#chart .chart[aria-label]").wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_the_figures_of_each_game_are_those_of_its_position(page: Page, site: Site, game: str) -> None:
    page.goto(f"/matches/{site.matches[game]}/")
    page.locator("#replay[data-ready]").wait_for()
    open_chart(page)
    replay = page.request.get(f"/matches/{site.matches[game]}/replay.json").json()
    position, moves = replay["start"], len(replay["frames"])
    wanted = {1, 2, moves // 3, moves // 2, moves - 1, moves}
    for t, frame in enumerate(replay["frames"], 1):
        changed(position, frame["changes"])
        if t in wanted:
            page.locator("[name=range]").fill(str(t))
            figures = [str(each) for each in counted(game, json.loads(json.dumps(position)))]
            expect(page.locator("#chart .key b")).to_have_text(figures)
    assert page.locator("#chart .chart[role=img] > .line").count() == replay["seats"]


def test_no_more_is_drawn_than_was_watched(page: Page, site: Site) -> None:
    page.context.clear_cookies()
    watch(page, site, "?t=5")
    open_chart(page)
    end = page.locator("#chart .chart > text").last
    expect(end).to_have_text("move 5")
    assert str(site.moves) not in page.locator("#chart").inner_text()
    page.locator("body").press("l")
    expect(end).to_have_text("move 6")
    page.locator("body").press("s")
    expect(end).to_have_text(f"move {site.moves}")


def test_a_click_leads_to_the_move_there(page: Page, site: Site) -> None:
    watch(page, site)
    open_chart(page)
    box = page.locator("#chart .chart").first.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 2, box["y"] + 50)
    at(page, site.moves)
    page.mouse.click(box["x"] + 2, box["y"] + 50)
    at(page, 0)


def test_a_game_without_a_chart_of_its_own_shows_points(page: Page, site: Site) -> None:
    replay = page.request.get(f"{site.replay}replay.json").json() | {"game": "sixth"}
    page.route("**/replay.json", lambda route: route.fulfill(json=replay))
    watch(page, site, f"?t={site.moves}")
    open_chart(page)
    expect(page.get_by_role("heading", name="Points")).to_be_visible()
    expect(page.locator("#chart .key b")).to_have_text([str(each) for each in replay["frames"][-1]["points"]])


@pytest.mark.parametrize("width", [1280, 360])
def test_the_chart_keeps_nobody_out(open_page: Open, site: Site, width: int) -> None:
    page = open_page(viewport={"width": width, "height": 800})
    watch(page, site, "?t=40")
    open_chart(page)
    check(page, "chart")
