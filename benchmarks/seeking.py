"""How long a seek takes in the viewer of a long match, in a real browser."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
FRAME = 1000 / 60
"""Milliseconds."""
FRAMES = 2
SEEKS = 60
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
MEASURE = """async (seeks) => {
  const range = document.querySelector("[name=range]");
  const frame = () => new Promise(requestAnimationFrame);
  const length = Number(range.max);
  const took = [];
  for (let k = 0; k < seeks; k += 1) {
    range.value = String(Math.round(((k * 0.618) % 1) * length));
    await frame();
    const began = performance.now();
    range.dispatchEvent(new Event("input", { bubbles: true }));
    document.body.getBoundingClientRect();
    took.push([performance.now() - began, Number(range.value)]);
    await frame();
    took.at(-1)[1] = performance.now() - began;
  }
  return { length, took };
}"""


@dataclass(frozen=True, slots=True)
class Seeks:
    """In a match of so many moves, the milliseconds of work of each seek, and those until its frame."""

    moves: int
    work: list[float]
    shown: list[float]

    def __str__(self) -> str:
        worst = max(1, round(max(self.shown) / FRAME))
        usual = max(1, round(median(self.shown) / FRAME))
        met = "as demanded" if usual <= FRAMES else "**more than demanded**"
        return (
            f"Chromium, a match of {self.moves:,} moves, {len(self.work)} seeks to and fro in it:\n"
            f"{median(self.work):.1f} ms of work in the middle, {max(self.work):.1f} at most, to be seen\n"
            f"with frame {usual}, at most with frame {worst}; demanded is frame {FRAMES}: {met}.\n"
            f"A frame is {FRAME:.0f} ms."
        )


def told() -> str:
    """What is measured, or why it is not."""
    browser = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if not browser:
        return "Not measured: there is no browser here."
    with served() as address:
        return str(measured(browser, address))


@contextmanager
def served() -> Iterator[str]:
    """The address of a long match on a small site."""
    from tests import ports

    with tempfile.TemporaryDirectory() as folder, ports.held() as port:
        environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}",
            "CARAVAN_DATA": folder,
        }
        command = [sys.executable, "-m", "tests.served", str(port)]
        with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as site:
            try:
                assert site.stdout
                match = json.loads(site.stdout.readline())["long"]
                while not ports.answers(port):
                    time.sleep(0.1)
                yield f"http://127.0.0.1:{port}/matches/{match}/"
            finally:
                site.terminate()


def measured(browser: str, address: str) -> Seeks:
    """Seeks to and fro."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=browser, args=FLAGS)
        context = started.new_context(viewport={"width": 1280, "height": 900})
        context.add_cookies([{"name": "spoilers", "value": "1", "url": address}])
        page = context.new_page()
        page.goto(address)
        page.locator("#replay[data-ready]").wait_for()
        found = page.evaluate(MEASURE, SEEKS)
        started.close()
    work, shown = zip(*found["took"], strict=True)
    return Seeks(found["length"], list(work), list(shown))
