"""Pictures of a running site for the docs: `python scripts/screenshots.py http://127.0.0.1:8000`.

Needs a Chromium (`CHROMIUM`, /usr/bin/chromium) and a site on which something has been played.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import click
from playwright.sync_api import Browser, Page, sync_playwright

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
BEGUN = "() => /move \\d\\d/.test(document.querySelector('#table [data-place]')?.textContent)"
"""Whether the table on the front page has some cards on it."""
DESK = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}


@dataclass(frozen=True)
class Picture:
    """A page to look at, on what, by day or by night."""

    name: str
    place: str
    screen: dict[str, int]
    scheme: str = "light"
    whole: bool = True


PICTURES = (
    Picture("front", "/", DESK),
    Picture("front-dark", "/", DESK, "dark"),
    Picture("front-phone", "/", PHONE),
    Picture("season", "season", DESK),
    Picture("season-phone-dark", "season", PHONE, "dark"),
    Picture("fixture", "fixture", DESK),
    Picture("match", "match", DESK),
    Picture("match-dark", "match", DESK, "dark"),
    Picture("match-phone", "match", PHONE, whole=False),
    Picture("bot", "bot", DESK),
    Picture("bots", "/bots/", DESK),
    Picture("game", "/games/pis_yedili/", DESK, whole=False),
    Picture("games", "/games/", DESK),
    Picture("watch", "/watch/", DESK),
    Picture("matches", "/matches/", DESK, whole=False),
    Picture("appearance", "/settings/appearance/", DESK),
)


def first(page: Page, wanted: str) -> str:
    """The address of the first such link on a page."""
    links = page.locator(f"main {wanted}")
    if not links.count():
        raise click.ClickException(f"nothing to look at: no link like {wanted}")
    return links.first.get_attribute("href") or ""


def places(browser: Browser, site: str) -> dict[str, str]:
    """Where this site has a season, a fixture, a match and a bot."""
    page = browser.new_page()
    page.goto(site)
    season, fixture = first(page, "a[href*='/seasons/']"), first(page, "[aria-labelledby=latest] td a")
    page.goto(site + season)
    bot = first(page, "a.bot")
    page.goto(site + fixture)
    match = first(page, "a[href^='/matches/']")
    page.goto(site + match)
    moves = page.locator(".moves li").count()
    page.close()
    shown = {"season": season, "bot": bot, "fixture": f"{fixture}?spoilers=1"}
    return shown | {"match": f"{match}?t={moves * 2 // 5}"}


def take(browser: Browser, site: str, picture: Picture, place: str, into: Path) -> Path:
    """One picture, written to its file."""
    page = browser.new_page(viewport=picture.screen, color_scheme=picture.scheme)
    page.goto(site + place)
    if place == "/":
        page.wait_for_function(BEGUN)
    if "/matches/" in place and place != "/matches/":
        page.locator("#replay[data-ready]").wait_for()
    path = into / f"{picture.name}.png"
    page.screenshot(path=path, full_page=picture.whole, animations="disabled")
    page.close()
    return path


@click.command()
@click.argument("site")
@click.option("--into", type=click.Path(path_type=Path), default=Path("docs/images"))
def main(site: str, into: Path) -> None:
    """Takes all pictures of SITE."""
    into.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        program = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        known = places(browser, site.rstrip("/"))
        for picture in PICTURES:
            path = take(browser, site.rstrip("/"), picture, known.get(picture.place, picture.place), into)
            click.echo(f"{path}  {path.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
