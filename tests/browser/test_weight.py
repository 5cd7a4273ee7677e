"""What a replay page weighs on the wire, and that a seek in a long match is no more work than a step."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Request, expect

from referee.games import GAMES
from tests.browser.conftest import Open
from tests.served import Site

ON_THE_WIRE = 60_000
"""Bytes of everything that a replay page makes a browser ask for, with the headers of the answers."""
A_MOVE = 20
"""So many bytes each move of a long match takes."""
HEAVIEST = "donkey"
"""As twelve play it."""
OTHERS = [pytest.param(name, marks=pytest.mark.long) for name in GAMES if name != HEAVIEST]
LONG = 1000
"""So many moves a long match has, at least."""
COUNT = """() => {
  window.work = 0;
  const size = (node) => 1 + [...node.childNodes].reduce((sum, child) => sum + size(child), 0);
  const see = (change) => {
    for (const node of change.addedNodes) window.work += size(node);
    if (change.type === "attributes") window.work += 1;
  };
  const watched = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver((all) => all.forEach(see)).observe(document.getElementById("replay"), watched);
}"""
"""Counts every element, text and attribute that the viewer makes or changes."""


def watch(page: Page, match: int) -> None:
    """Open a match and wait until all of it is there."""
    page.goto(f"/matches/{match}/")
    page.locator("#replay[data-ready]").wait_for()
    page.wait_for_load_state("networkidle")


def moves(page: Page) -> int:
    """How many the match has that the page shows."""
    return int(page.locator("[name=range]").get_attribute("max") or 0)


def weight(page: Page, match: int) -> dict[str, int]:
    """By address, the bytes that came."""
    came: dict[str, int] = {}

    def count(request: Request) -> None:
        size = request.sizes()
        came[request.url] = size["responseBodySize"] + size["responseHeadersSize"]

    page.on("requestfinished", count)
    watch(page, match)
    return came


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_page_is_light_on_the_wire(page: Page, site: Site, game: str) -> None:
    came = weight(page, site.matches[game])
    for part in ("/replay.json", "/replay/main", "/replay/table-", "/css/replay", "/css/tokens", "/cards."):
        assert [url for url in came if part in url], part
    assert sum(came.values()) <= ON_THE_WIRE, came


def test_a_replay_page_of_a_season_is_light_as_well(page: Page, site: Site) -> None:
    came = weight(page, site.match)
    assert "commitment" in page.locator(".stage").inner_text()
    assert sum(came.values()) <= ON_THE_WIRE, came


@pytest.mark.parametrize("game", [HEAVIEST, *OTHERS])
def test_a_replay_page_of_the_largest_table_is_light_as_well(page: Page, site: Site, game: str) -> None:
    came = weight(page, site.largest[game])
    assert sum(came.values()) <= ON_THE_WIRE, came


def test_each_move_of_a_long_match_adds_little(open_page: Open, site: Site) -> None:
    """Its words in the page, and its changes in the replay."""
    short = sum(weight(open_page(), site.match).values())
    page = open_page()
    long = sum(weight(page, site.long).values())
    assert moves(page) >= LONG
    assert long - short <= A_MOVE * (moves(page) - site.moves)


def work(page: Page, t: int) -> int:
    """So much is made and changed on the page by going to a move."""
    page.evaluate("window.work = 0")
    page.locator("[name=range]").fill(str(t))
    expect(page.locator("[name=turn]")).to_have_value(str(t))
    done: int = page.evaluate("window.work")
    return done


def test_a_seek_through_a_thousand_moves_is_no_more_work_than_a_step(open_page: Open, site: Site) -> None:
    page = open_page(viewport={"width": 1280, "height": 900})
    watch(page, site.long)
    length = moves(page)
    assert length >= LONG
    page.evaluate(COUNT)
    step = max(work(page, t) for t in (length - 4, length - 3, length - 2))
    work(page, 0)
    assert work(page, length - 2) <= 2 * step
    assert 20 < step < 1000  # one table, and not the list of moves
