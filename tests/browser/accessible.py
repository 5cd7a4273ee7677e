"""What keeps nobody out: nothing that axe objects to, by day and by night, and no way to scroll sideways."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""What depends on the scheme: nothing else of a page does."""
SCHEMES: dict[str, dict[str, Any]] = {"light": {}, "dark": {"runOnly": COLOURS}}
"""What is looked at in which."""
NIGHT: dict[str, dict[str, Any]] = {"dark": {}}
"""All of it at once, where the light has been looked at already."""
ASK = "options => axe.run({ resultTypes: ['violations'], ...options })"
TOO_WIDE = """() => [document.documentElement, ...document.querySelectorAll("header.top, header.top *")]
  .filter((each) => each.scrollWidth > each.clientWidth && each.clientWidth > 1 && !each.matches(".cut"))
  .map((each) => `${each.tagName}.${each.className}: ${each.scrollWidth} in ${each.clientWidth}`)"""


def check(page: Page, name: str = "", schemes: dict[str, dict[str, Any]] = SCHEMES) -> None:
    """The page as it stands, once nothing fades in any more, in these schemes; `name` says which it is."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    for scheme, options in schemes.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = AxeResults(page.evaluate(ASK, options))
        assert found.violations_count == 0, f"{name}, {scheme}: {found.generate_report()}"
    page.emulate_media(color_scheme="null", reduced_motion="null")
    assert page.evaluate(TOO_WIDE) == [], name
