"""Following a fixture under way: every move arrives once, whatever happens on the way."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import ports
from tests.browser.accessible import check
from tests.browser.conftest import ROOT, Open, watched
from tests.launched import eventually
from tests.underway import Underway, environment

pytestmark = pytest.mark.xdist_group("underway")
"""In one process, as all begin with one site."""


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Such a site as it begins."""
    folder = tmp_path_factory.mktemp("underway")
    command = [sys.executable, "-m", "tests.underway", "build"]
    subprocess.run(command, cwd=ROOT, env=environment(folder), check=True)
    return folder


@pytest.fixture
def underway(built: Path, tmp_path: Path) -> Iterator[Underway]:
    """One for each test: what is told of it cannot be taken back."""
    folder = tmp_path / "site"
    shutil.copytree(built, folder)
    with ports.held() as port:
        site = Underway(folder, port)
        yield site
        site.end()


@pytest.fixture
def open_live(browser: Browser, underway: Underway) -> Iterator[Open]:
    """Opens pages of that site."""
    with watched(browser, underway.url) as opened:
        yield opened


def follow(opened: Open, underway: Underway, **options: Any) -> Page:
    """The page, once it stands."""
    page = opened(viewport={"width": 1280, "height": 900}, **options)
    page.goto(underway.path)
    page.locator("#live[data-ready]").wait_for()
    return page


def at_the_newest(page: Page, told: dict[str, Any]) -> None:
    """Everything that was told has arrived, once, and the viewer stands at the last of it."""
    expect(page.locator("[data-which]")).to_have_text(f"Match {told['match'] + 1} of 6")
    expect(page.locator(".moves li")).to_have_count(told["told"])
    expect(page.locator("[data-length]")).to_have_text(str(told["told"]))
    expect(page.locator("[data-behind]")).to_have_text("up to date")
    expect(page.locator("[name=turn]")).to_have_value(str(told["told"]))


def nothing_is_missing(page: Page) -> None:
    """The moves on the page, in their words, are those that the server writes for whoever comes now."""
    fresh = page.context.browser.new_context(base_url=page.url, java_script_enabled=False)
    written = fresh.new_page()
    written.goto(page.url)
    words = written.locator(".moves li .w").all_text_contents()
    expect(page.locator(".moves li .w")).to_have_text(words)
    fresh.close()


def watchers(page: Page, underway: Underway) -> int:
    """How many streams the server has open."""
    said = page.request.get(f"{underway.url}/metrics").text()
    return int(float(re.findall(r"^caravan_watchers (\S+)$", said, re.MULTILINE)[0]))


def test_a_fixture_is_followed_at_a_pace_from_move_to_move_to_its_replay(
    open_live: Open, underway: Underway
) -> None:
    underway.do("tell 6")
    page = follow(open_live, underway)
    at_the_newest(page, underway.do("tell 7"))
    backs = page.locator(".seat .fan .card")
    assert {card.get_attribute("aria-label") for card in backs.all()} == {"a hidden card"}
    underway.do("rest")
    expect(page.locator("[data-behind]")).to_contain_text("moves behind")
    told = underway.do("tell 9")
    page.get_by_role("button", name="Go live").click()
    at_the_newest(page, told)
    page.keyboard.press("Home")
    expect(page.locator("[data-behind]")).to_have_text("9 moves behind")
    underway.do("finish")
    link = page.get_by_role("link", name="result, hands and replays")
    expect(link).to_be_visible()
    expect(page.get_by_text("LIVE", exact=True)).to_be_hidden()
    link.click()
    expect(page.get_by_role("heading", name="Placings")).to_be_visible()
    page.goto(underway.path)
    expect(page).to_have_url(underway.url + f"/fixtures/{underway.fixture}/")


def test_no_move_is_lost_or_doubled_when_the_server_starts_again(
    browser: Browser, underway: Underway
) -> None:
    context = browser.new_context(base_url=underway.url)  # whose console says that the server was away
    page = context.new_page()
    underway.do("tell 5")
    page.goto(underway.path)
    page.locator("#live[data-ready]").wait_for()
    at_the_newest(page, underway.do("tell 4"))
    underway.stop()
    expect(page.locator("[data-state]")).to_contain_text("broke off")
    underway.do("tell 6")
    underway.serve()
    expect(page.locator("[data-state]")).to_have_text("Live")
    at_the_newest(page, underway.do("tell 3"))
    numbers = page.locator(".moves li").evaluate_all("items => items.map((item) => Number(item.dataset.t))")
    assert numbers == list(range(1, 19))
    nothing_is_missing(page)
    context.close()


def test_no_move_is_lost_or_doubled_when_another_attempt_began_while_the_server_was_away(
    browser: Browser, underway: Underway
) -> None:
    context = browser.new_context(base_url=underway.url)  # whose console says that the server was away
    page = context.new_page()
    underway.do("tell 9")
    page.goto(underway.path)
    page.locator("#live[data-ready]").wait_for()
    at_the_newest(page, underway.do("tell 4"))
    underway.stop()
    expect(page.locator("[data-state]")).to_contain_text("broke off")
    underway.do("tell 2")
    underway.do("replace")
    underway.do("tell 5")
    underway.serve()
    expect(page.locator("[data-restarted]")).to_be_visible()
    at_the_newest(page, underway.do("tell 6"))
    nothing_is_missing(page)
    context.close()


def test_another_attempt_begins_again_and_nothing_of_the_first_stays(
    open_live: Open, underway: Underway
) -> None:
    underway.do("tell 8")
    page = follow(open_live, underway)
    at_the_newest(page, underway.do("tell 4"))
    underway.do("replace")
    expect(page.locator("[data-restarted]")).to_be_visible()
    expect(page.locator(".moves li")).to_have_count(0)
    underway.do("tell 2")
    at_the_newest(page, underway.do("tell 3"))
    nothing_is_missing(page)


def test_who_sees_no_streams_polls(open_live: Open, underway: Underway) -> None:
    page = open_live(viewport={"width": 1280, "height": 900})
    page.add_init_script("""
      window.EventSource = class extends EventTarget {
        constructor() { super(); setTimeout(() => this.dispatchEvent(new Event("error")), 10); }
        close() {}
      };
    """)
    underway.do("tell 5")
    page.goto(underway.path)
    page.locator("#live[data-ready]").wait_for()
    expect(page.locator("[data-state]")).to_contain_text("a little late")
    at_the_newest(page, underway.do("tell 4"))
    nothing_is_missing(page)


def test_a_stream_is_closed_while_nobody_looks_and_goes_on_afterwards(
    open_live: Open, underway: Underway
) -> None:
    underway.do("tell 5")
    page = follow(open_live, underway)
    assert watchers(page, underway) == 1
    look = """(hidden) => {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    page.evaluate(look, True)
    expect(page.locator("[data-state]")).to_contain_text("Paused")
    assert eventually(lambda: watchers(page, underway) == 0)
    told = underway.do("tell 4")
    page.evaluate(look, False)
    at_the_newest(page, told)
    nothing_is_missing(page)


def test_without_scripts_the_moves_so_far_are_text(open_live: Open, underway: Underway) -> None:
    underway.do("tell 6")
    page = open_live(java_script_enabled=False)
    page.goto(underway.path)
    expect(page.locator(".moves li")).to_have_count(6)
    assert "load the page again for more" in page.content()


def test_the_page_keeps_nobody_out(open_live: Open, underway: Underway) -> None:
    told = underway.do("tell 6")
    page = follow(open_live, underway)
    at_the_newest(page, told)
    check(page)


def test_the_front_page_draws_a_table_as_it_is_played(open_live: Open, underway: Underway) -> None:
    page = open_live(viewport={"width": 1280, "height": 900})
    page.goto("/")
    again = page.locator("#table [data-replay]")
    expect(again.locator(".seat")).to_have_count(3)
    expect(again.locator(".seat .card[aria-label~=of]").first).to_be_visible()
    underway.do("tell 4")
    expect(again).to_have_count(0)
    expect(page.locator("#wall .live")).to_be_visible()
    expect(page.locator("#table .seat")).to_have_count(3)
    expect(page.locator("#table [data-place]")).to_have_text("match 1 of 6, move 4")
    assert {card.get_attribute("aria-label") for card in page.locator("#table .seat .card").all()} == {
        "a hidden card"
    }
    page.get_by_role("button", name="Pause").click()
    underway.do("tell 5")
    expect(page.locator("[data-count]")).to_have_text("match 1 of 6, move 9")
    expect(page.locator("#table [data-place]")).to_have_text("match 1 of 6, move 4")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#table [data-place]")).to_have_text("match 1 of 6, move 9")
    check(page)
    underway.do("finish")
    expect(again.locator("[data-place]")).to_have_text("move 3")
    expect(page.locator("#wall .live")).to_be_hidden()


def test_the_front_page_holds_still_for_those_who_want_it(open_live: Open, underway: Underway) -> None:
    underway.do("tell 6")
    page = open_live(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page.goto("/")
    expect(page.locator("#table [data-place]")).to_have_text("match 1 of 6, move 0")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#table [data-place]")).to_have_text("match 1 of 6, move 6")


def test_without_scripts_the_front_page_tells_in_words(open_live: Open, underway: Underway) -> None:
    told = underway.do("tell 6")
    page = open_live(java_script_enabled=False)
    page.goto("/")
    expect(page.locator("#table")).to_be_hidden()
    expect(page.locator("#tiles")).to_contain_text("match 1 of 6, move 6")
    expect(page.locator("[data-last] code")).to_have_text(told["frames"][5]["move"])


def test_the_wall_keeps_up_with_what_is_played(open_live: Open, underway: Underway) -> None:
    page = open_live(viewport={"width": 1280, "height": 900})
    page.goto("/")
    expect(page.locator("#tiles")).not_to_contain_text("move")
    underway.do("tell 4")
    expect(page.locator("[data-count]")).to_have_text("match 1 of 6, move 4")
    told = underway.do("tell 5")
    expect(page.locator("[data-count]")).to_have_text("match 1 of 6, move 9")
    expect(page.locator("[data-last] code")).to_have_text(told["frames"][8]["move"])
    page.locator(f"[data-tile='{underway.fixture}']").click()
    page.locator("#live[data-ready]").wait_for()
    page.goto("/watch/")
    expect(page.locator("[data-count]")).to_have_text("match 1 of 6, move 9")
    check(page)
    underway.do("finish")
    expect(page.locator(f"[data-tile='{underway.fixture} over']")).to_contain_text("just finished")
