"""Every page of the map in a real browser: its addresses are those of test_secrecy, so none is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.games import GAMES
from tests.browser.accessible import check
from tests.browser.conftest import Open, watched
from tests.browser.test_pages import sign_in
from tests.caravan.web.test_map import ACCOUNTS, WALKERS
from tests.caravan.web.test_secrecy import ADDRESSES, PEOPLE
from tests.served import Site
from tests.world import SCRIPT

NAMES = {"owner": "mira", "staff": "organiser"}
"""Under which people sign in."""
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 900}
NOWHERE = "/nowhere/"
MORE = [
    NOWHERE,
    "/fixtures/{playing}/",
    "/fixtures/{playing}/live/",
    "/matches/{places[match]}/?embed=1",
    "/bots/oryx/versions/1/state/",
    *(f"/accounts/{each}/" for each in ACCOUNTS),
    *(f"/matches/{{{kind}[{game}]}}/?t=20" for kind in ("matches", "largest") for game in GAMES),
]
"""What stands for others of its kind, or is not in that table."""


def addresses(site: Site, who: str) -> list[str]:
    """All that somebody may look at."""
    place = PEOPLE.index(who)
    paths = [path for path, statuses in ADDRESSES.values() if statuses[place] == 200]
    return [f"/{path.format(**site.places)}" for path in paths] + [path.format(**vars(site)) for path in MORE]


def is_page(page: Page, path: str) -> bool:
    """Whether a browser would show it as a page of its own, and not keep it as a file."""
    answer = page.request.get(path)
    assert answer.status < 400 or path == NOWHERE, path
    shown = "content-disposition" not in answer.headers and answer.headers["content-type"].startswith(
        "text/html"
    )
    return shown and "<html" in answer.text()


def enter(page: Page, who: str) -> None:
    """Sign in, unless they are nobody."""
    if who != "nobody":
        sign_in(page, NAMES[who])


@pytest.fixture
def open_anything(browser: Browser, site: Site) -> Iterator[Open]:
    """Opens pages; the console may say that there is no such page as `NOWHERE`."""
    with watched(browser, site.url, missing=f"{site.url}{NOWHERE}") as opened:
        yield opened


@pytest.mark.long
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("who", WALKERS)
def test_every_page_of_the_map_keeps_nobody_out(
    open_anything: Open,
    site: Site,
    who: str,
    size: dict[str, int],
    record_property: Callable[[str, int], None],
) -> None:
    page = open_anything(viewport=size)
    enter(page, who)
    looked = 0
    for path in addresses(site, who):
        if not is_page(page, path):
            continue
        page.goto(path)
        if page.locator("#replay").count():
            page.locator("#replay[data-ready]").wait_for()
        check(page, f"{path} as {who} at {size['width']} px")
        looked += 1
    assert looked > 40
    record_property("pages seen by axe", looked)


@pytest.mark.long
@pytest.mark.parametrize("who", WALKERS)
def test_every_page_of_the_map_is_read_without_scripts(open_anything: Open, site: Site, who: str) -> None:
    page = open_anything(java_script_enabled=False, viewport=PHONE)
    enter(page, who)
    for path in addresses(site, who):
        if is_page(page, path) and "embed" not in path:
            page.goto(path)
            heading = page.locator("h1")
            expect(heading).to_be_visible()
            said = page.locator("main").inner_text().replace(heading.inner_text(), "")
            assert len(said) > 20, path
            for form in page.locator("main form:visible").all():
                assert form.locator("button:visible, [type=submit]:visible").count(), path


def test_a_bot_is_submitted_joins_and_is_found_without_scripts(open_page: Open, site: Site) -> None:
    page = open_page(java_script_enabled=False, viewport=PHONE)
    sign_in(page, "jun")
    page.goto("/bots/new/?game=pis_yedili")
    page.get_by_label("Name").fill("plain-mule")
    page.get_by_label("Script").fill(SCRIPT.decode())
    page.get_by_role("button", name="Submit this bot").click()
    expect(page.get_by_role("heading", name="plain-mule")).to_be_visible()
    page.goto("/search/?q=plain")
    expect(page.get_by_role("link", name="plain-mule")).to_be_visible()
    page.goto("/matches/?a=oryx")
    page.locator("main").get_by_role("link", name="Watch").first.click()
    expect(page.locator("main h1")).to_be_visible()
