"""A match in one file that needs no network, and a match within somebody else's page."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, Request, Route, expect

from bots.cli import main
from referee.games import GAMES
from tests.browser.accessible import check
from tests.browser.conftest import PATIENCE, Open
from tests.browser.test_replay import at, labels, watch
from tests.served import Site
from tests.world import GAME

OTHERS = [pytest.param(name, marks=pytest.mark.long) for name in GAMES if name != GAME]


@pytest.fixture
def alone(browser: Browser) -> Iterator[Page]:
    """A page without a network: every request but for a file fails, and is wrong."""
    wrong: list[str] = []
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)

    def refuse(route: Route, request: Request) -> None:
        if request.url.startswith("file:"):
            route.continue_()
        else:
            wrong.append(request.url)
            route.abort()

    context.route("**/*", refuse)
    page = context.new_page()
    page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    context.close()
    assert not wrong


def told(page: Page) -> list[str]:
    """What is read out of this move, and the words of all, whatever the bots are called."""
    said = [page.locator("p[aria-live]").inner_text(), *page.locator(".moves .w").all_text_contents()]
    names = page.eval_on_selector_all("#seats [data-name]", "rows => rows.map((row) => row.dataset.name)")
    for name in sorted(names, key=len, reverse=True):
        said = [line.replace(name, "it") for line in said]
    return said


@pytest.mark.parametrize("game", [GAME, *OTHERS])
def test_a_downloaded_replay_needs_no_network(
    page: Page, alone: Page, site: Site, tmp_path: Path, game: str
) -> None:
    page.goto(f"/matches/{site.matches[game]}/?t=13")
    page.locator("#replay[data-ready]").wait_for()
    drawn = labels(page, ".felt [aria-label]")
    with page.expect_download() as download:
        page.get_by_role("link", name="replay as a file").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    alone.goto(f"{file.as_uri()}?t=12")
    alone.locator("#replay[data-ready]").wait_for()
    alone.keyboard.press("l")
    at(alone, 13)
    assert labels(alone, ".felt [aria-label]") == drawn
    assert labels(alone, ".felt .card")
    expect(alone.locator("#seats")).to_be_hidden()
    expect(alone.locator("[data-length]").first).to_have_text("?")
    check(alone, f"file of {game}")


@pytest.mark.parametrize("game", [GAME, *OTHERS])
def test_a_page_made_at_home_shows_the_same_table(
    page: Page, alone: Page, site: Site, tmp_path: Path, game: str
) -> None:
    page.goto(f"/matches/{site.matches[game]}/?spoilers=1&t=13")
    page.locator("#replay[data-ready]").wait_for()
    drawn, said = labels(page, ".felt .card"), told(page)
    record = tmp_path / "match.json"
    record.write_bytes(page.request.get(f"/matches/{site.matches[game]}/record.json").body())
    file = tmp_path / "match.html"
    result = CliRunner().invoke(main, ["replay", str(record), "--html", str(file)])
    assert result.exit_code == 0, result.output
    alone.goto(f"{file.as_uri()}?t=12")
    alone.locator("#replay[data-ready]").wait_for()
    alone.keyboard.press("l")
    at(alone, 13)
    assert labels(alone, ".felt .card") == drawn
    assert drawn
    assert told(alone) == said
    expect(alone.locator("#seats")).to_be_visible()
    check(alone, f"page of {game} made at home")


def test_a_file_leads_to_the_site_and_to_nothing_else(page: Page, site: Site) -> None:
    html = page.request.get(f"{site.replay}replay.html").text()
    assert "/static/" not in html.split("<script>")[0].replace(site.url, "")
    assert 'href="/' not in html
    assert f'href="{site.url}/bots/oryx/"' in html
    assert "unsafe" not in html.split("</head>")[0]


class Elsewhere(SimpleHTTPRequestHandler):
    """A site that shows the address after its `?` in a frame."""

    def do_GET(self) -> None:
        address = self.path.partition("?")[2]
        page = f'<!doctype html><title>x</title><iframe src="{address}" width="900" height="700"></iframe>'
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(page.encode())

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The address of somebody else's site."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/?"
        server.shutdown()


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Page]:
    """Somebody on another site."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def test_a_match_is_shown_within_other_pages(visitor: Page, site: Site, elsewhere: str) -> None:
    visitor.goto(f"{elsewhere}{site.replay}?embed=1&amp;t=9")
    frame = visitor.frame_locator("iframe")
    expect(frame.locator("[name=turn]")).to_have_value("9")
    frame.get_by_role("button", name="One move on").click()
    expect(frame.locator("[name=turn]")).to_have_value("10")
    expect(frame.locator(".felt .card").first).to_be_visible()
    expect(frame.get_by_role("navigation")).to_have_count(0)
    expect(frame.locator(".moves")).to_be_hidden()


def test_no_other_page_is_shown_within_others(visitor: Page, site: Site, elsewhere: str) -> None:
    visitor.goto(f"{elsewhere}{site.replay}?t=9")
    assert visitor.frames[1].url.startswith("chrome-error:")
    answer = visitor.request.get(site.replay)
    assert answer.headers["x-frame-options"] == "DENY"
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


def test_the_line_for_other_pages_is_copied(open_page: Open, site: Site) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    watch(page, site, "?spoilers=1&t=9")
    page.get_by_role("button", name="Embed").click()
    expect(page.locator("[data-copied]")).to_have_text("Line for another page copied.")
    line = page.evaluate("navigator.clipboard.readText()")
    assert line.startswith("<iframe ")
    assert f'src="{site.replay}?t=9&amp;embed=1"' in line


@pytest.mark.parametrize("width", [900, 360])
def test_an_embedded_match_keeps_nobody_out(open_page: Open, site: Site, width: int) -> None:
    page = open_page(viewport={"width": width, "height": 700})
    watch(page, site, "?embed=1&t=9")
    check(page, "embedded match")
