"""Matches for the drawn tables, in which much happens, and what a table shows of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from referee.game import Game, Move, Seat, View
from referee.games import GAMES
from referee.match import Fault, Player, play_match
from referee.record import Record, replayed, table_of
from referee.replay import replay
from tests.browser.conftest import Site

PHONE = {"width": 390, "height": 844}


def curious(seed: str, fails_at: int = 0) -> Player:
    """A player that tries each kind of move as often as the others and seldom passes; fails at a question."""
    dice, asked = Random(seed), 0

    def kind(move: Move) -> str:
        return " ".join(word for word in move.split(" ") if word.islower() and word.isalpha())

    def choose(seat: Seat, view: View, legal: Sequence[Move], news: Sequence[Any]) -> Move:
        nonlocal asked
        asked += 1
        if asked == fails_at:
            raise Fault("timeout", "took longer than its clock")
        goes_on = len(legal) > 2 and dice.random() > 0.1
        wanted = dice.choice(sorted({kind(move) for move in legal if not (goes_on and move == "pass")}))
        return dice.choice([move for move in legal if kind(move) == wanted])

    return choose


def match(game: type[Game], seats: int, seed: str, fails_at: int = 0) -> Record:
    """A match of curious players; the first seat fails at that question."""
    players = [curious(f"{seed}/{seat}", fails_at * (seat == 0)) for seat in range(seats)]
    return play_match(game, players, seed)


def tables(record: Record) -> Iterator[Game]:
    """The position before each move and after the last, from the referee itself."""
    table = table_of(record)
    for _ in replayed(record, table):
        yield table.copy()
    yield table


def watch(page: Page, site: Site, record: Record, query: str = "") -> None:
    """Open the viewer with this match in place of one with as many seats."""
    sizes = {GAMES[record.game].tables[0]: site.matches, GAMES[record.game].tables[-1]: site.largest}
    page.route("**/replay.json", lambda route: route.fulfill(json=replay(record)))
    page.goto(f"{site.url}/matches/{sizes[record.seats][record.game]}/{query}")
    page.locator("#replay[data-ready]").wait_for()


def seek(page: Page, t: int) -> None:
    """Go to the position after move t; it is drawn at once."""
    script = "([range, t]) => { range.value = t; range.dispatchEvent(new Event('input')); }"
    page.evaluate(script, [page.locator("[name=range]").element_handle(), t])


def views(seats: int) -> dict[str, Seat | None]:
    """The views that hide something, by their names in the viewer, with whose eyes they are."""
    return {"spectator": None, **{str(seat): seat for seat in range(seats)}}


def keeps_nobody_out(page: Page) -> None:
    """No violation that axe knows of, no way to scroll sideways."""
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
