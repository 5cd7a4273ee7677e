"""A real site and a real browser; a test fails on any console error and any request to another host."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

from tests import ports

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


@dataclass(frozen=True)
class Site:
    """Where the served site is, and what is on it."""

    url: str
    match: int
    moves: int
    open: int
    playing: int
    seat: int
    """Where `oryx` sat in the match."""
    asked: int
    """A move of the match at which it was asked."""
    places: dict[str, int]
    """What stands in the braces of addresses, as in test_secrecy."""
    matches: dict[str, int]
    """One of each game, at its smallest table;"""
    largest: dict[str, int]
    """and at its largest."""
    long: int
    """One of more than a thousand moves."""

    @property
    def replay(self) -> str:
        """The address of a match."""
        return f"{self.url}/matches/{self.match}/"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The small site of `tests.world`, served as in production."""
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}",
        "CARAVAN_DATA": str(tmp_path_factory.mktemp("site")),
    }
    command = [sys.executable, "-m", "tests.served"]
    with (
        ports.held() as port,
        subprocess.Popen(
            [*command, str(port)], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
        ) as served,
    ):
        try:
            assert served.stdout
            places = json.loads(served.stdout.readline())
            wait_for(port, served)
            yield Site(f"http://127.0.0.1:{port}", **places)
        finally:
            served.terminate()


def wait_for(port: int, running: subprocess.Popen[Any], log: Path | None = None) -> None:
    """Until the program listens; its last words if it ends instead."""
    for _ in range(6000):
        if running.poll() is not None:
            raise ChildProcessError(log.read_text() if log else f"ended with {running.returncode}")
        if ports.answers(port):
            return
        time.sleep(0.1)
    raise TimeoutError(f"nobody listens on {port}")


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
