"""A file of one's own: chosen, watched like any match, kept nowhere."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from referee.games import GAMES
from referee.playthrough import random_match
from tests.browser.accessible import check
from tests.browser.conftest import Open
from tests.browser.test_replay import at
from tests.served import Site

RECORD = random_match(GAMES["donkey"], 3, "a file")


def chosen(page: Page, folder: Path) -> None:
    """A record, sent."""
    file = folder / "deal-0-rotation-0.json"
    file.write_text(RECORD.dumps())
    page.goto("/replay/")
    page.get_by_label("Drop a record here").set_input_files(file)
    page.get_by_role("button", name="Watch").click()


def test_a_record_is_watched_like_any_match(page: Page, site: Site, tmp_path: Path) -> None:
    chosen(page, tmp_path)
    page.locator("#replay[data-ready]").wait_for()
    expect(page.locator(".moves li")).to_have_count(len(RECORD.moves))
    page.keyboard.press("End")
    at(page, len(RECORD.moves))
    expect(page.locator(".seat")).to_have_count(3)
    page.locator("[name=view]").select_option("1")
    page.get_by_role("tab", name="Chart").click()
    expect(page.locator("#chart .key li")).to_have_count(3)


def test_a_file_that_is_none_is_refused_where_it_was_chosen(page: Page, site: Site, tmp_path: Path) -> None:
    file = tmp_path / "letter.json"
    file.write_text("Dear camel")
    page.goto("/replay/")
    page.get_by_label("Drop a record here").set_input_files(file)
    page.get_by_role("button", name="Watch").click()
    expect(page.get_by_role("alert")).to_contain_text("is not JSON")


def test_a_file_keeps_nobody_out(open_page: Open, site: Site, tmp_path: Path) -> None:
    page = open_page(viewport={"width": 360, "height": 800})
    chosen(page, tmp_path)
    page.locator("#replay[data-ready]").wait_for()
    check(page, "a file")


def test_without_scripts_the_moves_are_text(open_page: Open, site: Site, tmp_path: Path) -> None:
    page = open_page(java_script_enabled=False)
    chosen(page, tmp_path)
    expect(page.locator(".moves li")).to_have_count(len(RECORD.moves))
    expect(page.locator("[data-seat]")).to_have_count(3)
