"""The way of a newcomer through the real thing: `up`, real workers, real sandboxes, a browser."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from bots.kits import KITS
from tests import ports
from tests.browser.conftest import ROOT, watched
from tests.compiled import compiled
from tests.documents import example
from tests.ports import wait_for

SCRIPT = """\
def choose(view, legal):
    print("top card", view["discard"][-1:])
    return legal[0]
"""
SOON = 600_000  # milliseconds, on a busy host


@pytest.fixture(scope="module")
def caravan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A whole Caravan with its demo season under way."""
    data = tmp_path_factory.mktemp("caravan")
    environment = {
        **{name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ},
        "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}",
        "DJANGO_SETTINGS_MODULE": "caravan.settings",
        "CARAVAN_DATA": str(data),
    }
    with ports.held() as port:
        command = [sys.executable, "-m", "django", "up", "--port", str(port)]
        with (data / "up.log").open("w") as log:
            running = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        try:
            wait_for(port, running, data / "up.log")
            yield f"http://127.0.0.1:{port}"
        finally:
            running.send_signal(signal.SIGINT)
            running.wait(300)


def until(page: Page, seen: Callable[[], bool]) -> None:
    """Load the page again and again until something is on it."""
    for _ in range(SOON // 2000):
        if seen():
            return
        page.wait_for_timeout(2000)
        page.reload()
    raise AssertionError(page.inner_text("main"))


def test_a_newcomer_signs_up_uploads_competes_and_watches(browser: Browser, caravan: str) -> None:
    with watched(browser, caravan) as open_page:
        page = open_page(viewport={"width": 1280, "height": 900})
        sign_up(page)
        refuse(page)
        upload(page)
        upload_in_other_languages(page)
        compete(page)
        watch(page)


def sign_up(page: Page) -> None:
    """From the front page to an account."""
    page.goto("/")
    page.get_by_role("link", name="Submit a bot").first.click()
    page.get_by_role("link", name="sign up").click()
    page.get_by_label("Username").fill("newcomer")
    page.get_by_label("Password").fill("camels drink slowly")
    page.get_by_role("button", name="Sign Up").click()
    expect(page.get_by_role("link", name="newcomer").first).to_be_visible()


def refuse(page: Page) -> None:
    """A script with a slip comes back with its line."""
    page.goto("/bots/new/?game=pis_yedili")
    page.get_by_label("Name").fill("first-steps")
    page.get_by_label("Script").fill(SCRIPT.replace("[0]", "[0"))
    page.get_by_role("button", name="Submit this bot").click()
    expect(page.get_by_role("alert")).to_contain_text("bot.py, line 3")
    expect(page.get_by_label("The line")).to_contain_text("return legal[0")


def drop(page: Page, name: str, content: bytes) -> None:
    """Lets go of a file over the drop zone."""
    carried = """([name, bytes]) => {
      const carried = new DataTransfer();
      carried.items.add(new File([new Uint8Array(bytes)], name));
      return carried;
    }"""
    data = page.evaluate_handle(carried, [name, list(content)])
    page.dispatch_event("[data-drop]", "drop", {"dataTransfer": data})


def upload(page: Page) -> None:
    """Mended, and dropped as a file on the same page, it passes its trial; the page says so by itself."""
    page.get_by_label("Script").fill("")
    drop(page, "bot.py", SCRIPT.encode())
    page.get_by_role("button", name="Submit this bot").click()
    expect(page).to_have_url(re.compile("/bots/first-steps/"))
    expect(page.locator(".steps .done")).to_have_count(4, timeout=SOON)
    page.get_by_role("link", name="Source and trial log").click()
    page.get_by_role("link", name="Log").first.click()
    expect(page.locator("body")).to_contain_text("top card")


def upload_in_other_languages(page: Page) -> None:
    """A script in JavaScript is pasted, a program chosen from disk: both pass their trials."""
    page.goto("/bots/new/?game=pis_yedili")
    page.get_by_label("Name").fill("in-javascript")
    page.get_by_label("Language").select_option("JavaScript")
    page.get_by_label("Script").fill(KITS["javascript"].files()["bot.mjs"].decode())
    page.get_by_role("button", name="Submit this bot").click()
    expect(page.locator(".steps .done")).to_have_count(4, timeout=SOON)
    page.goto("/bots/new/?game=pis_yedili")
    page.get_by_label("Name").fill("in-c")
    program = compiled(example("protocol.md", "c"))
    page.locator("input[type=file]").set_input_files({"name": "bot", "mimeType": "", "buffer": program})
    page.get_by_role("button", name="Submit this bot").click()
    expect(page.locator(".steps .done")).to_have_count(4, timeout=SOON)


def compete(page: Page) -> None:
    """It joins the demo season and is rated."""
    page.goto("/bots/first-steps/")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("status").first).to_contain_text("first-steps is in")
    row = page.locator(".pinned tr.me")
    until(page, lambda: "25.0 ±8.3" not in row.inner_text())


def watch(page: Page) -> None:
    """From its page to a replay of its rated fixture."""
    page.goto("/bots/first-steps/")
    rated = page.locator("tr", has_text="round").filter(has_text="Watch")
    rated.get_by_role("link", name="Watch").first.click()
    expect(page.get_by_role("heading", name="Placings")).to_be_visible()
    page.get_by_role("link", name="Watch deal 1, rotation 1").click()
    page.locator("#replay[data-ready]").wait_for()
    page.keyboard.press("End")
    expect(page.locator(".feltbar")).to_contain_text("first-steps")
    expect(page.locator(".force")).to_contain_text("Match over")
