"""A real site and a real browser; a test fails on any console error and any request to another host."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

from tests import served
from tests.served import Site

ROOT = Path(__file__).resolve().parents[2]
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 240_000
"""Milliseconds that a page may take on a busy host."""
Open = Callable[..., Page]
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The small site of `tests.world`, served as in production."""
    with served.serving(tmp_path_factory.mktemp("site")) as site:
        yield site


class Chromium:
    """A browser that is started when it is wanted, and serves until it is to end."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._browser: Browser | None = None
        self._lent = self._ends = False

    @contextmanager
    def lent(self, path: str) -> Iterator[Browser]:
        """The one that runs."""
        if self._browser is None:
            playwright = self._stack.enter_context(sync_playwright())
            self._browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
            self._stack.callback(self._browser.close)
        self._lent, self._ends = True, False
        yield self._browser
        self._lent = False
        if self._ends:
            self.end()

    def end(self) -> None:
        """Nothing of it is left, as soon as it is given back."""
        self._ends = True
        if not self._lent:
            self._stack.close()
            self._browser = None


CHROMIUM = Chromium()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Ends the browser after the last test of this folder: what drives it keeps a loop in this thread.

    Before the databases are removed, which cannot be done beside a loop.
    """
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        CHROMIUM.end()


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """One for all tests of this folder that follow each other."""
    with CHROMIUM.lent(chromium) as browser:
        yield browser


@dataclass
class Watcher:
    """Keeps what a page must not do."""

    host: str
    wrong: list[str]
    missing: str = ""
    """An address of which the console may say that it is not there."""

    def hear(self, message: ConsoleMessage) -> None:
        """A line on the console."""
        place = message.location["url"]
        if message.type in ("error", "warning") and place != self.missing:
            self.wrong.append(f"console: {message.text} ({place})")

    def see(self, request: Request) -> None:
        """A request that leaves."""
        if not request.url.startswith((self.host, "data:")):
            self.wrong.append(f"request: {request.url}")


@contextmanager
def watched(browser: Browser, url: str, missing: str = "") -> Iterator[Open]:
    """Opens pages in contexts of their own, with options such as `viewport`; looks after them all.

    Results are revealed there, as for somebody who has once asked for that. Of the address `missing` the
    console may say that it is not there.
    """
    watcher, contexts = Watcher(url, [], missing), []

    def opened(**options: Any) -> Page:
        context = browser.new_context(base_url=url, **options)
        context.add_cookies([{"name": "spoilers", "value": "1", "url": url}])
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", watcher.hear)
        page.on("pageerror", lambda error: watcher.wrong.append(f"error: {error}"))
        page.on("request", watcher.see)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not watcher.wrong


@pytest.fixture
def open_page(browser: Browser, site: Site) -> Iterator[Open]:
    """Opens pages of the small site."""
    with watched(browser, site.url) as opened:
        yield opened


@pytest.fixture
def page(open_page: Open) -> Page:
    """A page on a desk."""
    return open_page(viewport={"width": 1280, "height": 900})
