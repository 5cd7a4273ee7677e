"""Matches for the drawn tables, in which much happens, and what a table shows of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from referee.game import Game, Move, Seat, View
from referee.games import GAMES
from referee.match import Fault, Player, play_match
from referee.record import Record, replayed, table_of
from referee.replay import changed, replay
from tests.served import Site

Position = dict[str, Any]
PHONE = {"width": 390, "height": 844}
CODES = "all => all.map(card => card.dataset.card)"
CODES_EACH = """all => all.map(each => [each, ...each.querySelectorAll("*")]
    .flatMap(inside => inside.dataset.card ?? []))"""
VIEWS = ("all", "spectator", "0", "1")


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


SEEK = """t => {
    const range = document.querySelector("[name=range]");
    range.value = t;
    range.dispatchEvent(new Event("input"));
}"""


def seek(page: Page, t: int) -> None:
    """Go to the position after move t; it is drawn at once."""
    page.evaluate(SEEK, t)


def seen(page: Page, script: str, moves: Iterable[int]) -> list[Any]:
    """What a script reads on the page after each of these moves."""
    each = f"moves => moves.map(t => {{ ({SEEK})(t); return ({script})(); }})"
    read: list[Any] = page.evaluate(each, list(moves))
    return read


def eyes(view: str) -> Seat | None:
    """Whose they are, by the name of a view in the viewer that hides something."""
    return None if view == "spectator" else int(view)


def fog(seats: int) -> list[Any]:
    """The views that hide something, for tests: usually those of a spectator and of one seat."""
    return ["spectator", "1", *(pytest.param(str(k), marks=pytest.mark.long) for k in range(seats) if k != 1)]


@dataclass
class Shown:
    """A match that a page shows, with the position after each move."""

    page: Page
    replay: dict[str, Any]
    positions: list[Position]

    def go(self, t: int) -> Position:
        """To the position after move t."""
        seek(self.page, t)
        return self.positions[t]

    def look(self, view: str) -> None:
        """Through the eyes of all, of a spectator or of a seat."""
        self.page.locator("[name=view]").select_option(view)

    def known(self, t: int, view: str) -> View:
        """What the referee lets these eyes know after move t."""
        table = GAMES[self.replay["game"]].from_json(self.positions[t])
        return table.to_json() if view == "all" else table.view(eyes(view))

    def move(self, t: int) -> str:
        """Move t; the first is 1."""
        move: str = self.replay["frames"][t - 1]["move"]
        return move

    def steps(self) -> Iterator[tuple[int, Position, Position]]:
        """The number of each move with the positions around it."""
        for t, (before, after) in enumerate(pairwise(self.positions), start=1):
            yield t, before, after

    def first(self, is_it: Callable[[str, Position, Position], bool]) -> int:
        """The number of the first move of that kind."""
        return next(t for t, before, after in self.steps() if is_it(self.move(t), before, after))

    def cards(self, selector: str) -> list[str]:
        """The cards there in their order, "?" where they lie face down."""
        codes: list[str] = self.page.locator(selector).evaluate_all(CODES)
        return codes

    def groups(self, selector: str) -> list[list[str]]:
        """The cards in each of the elements there."""
        codes: list[list[str]] = self.page.locator(selector).evaluate_all(CODES_EACH)
        return codes

    def marked(self, selector: str, name: str) -> list[bool]:
        """Which of the elements there have that class."""
        marks = self.page.locator(selector).evaluate_all("all => all.map(each => each.className)")
        return [name in mark.split(" ") for mark in marks]

    def texts(self, selector: str) -> list[str]:
        """What can be read there."""
        return [each.strip() for each in self.page.locator(selector).all_inner_texts()]


def shown(page: Page, places: dict[str, int], game: str, record: Record | None = None) -> Shown:
    """A match from `Site.matches` or `Site.largest`; its page shows another record if there is one."""
    address = f"/matches/{places[game]}/"
    told = replay(record) if record else page.request.get(f"{address}replay.json").json()
    if record:
        page.route("**/replay.json", lambda route: route.fulfill(json=told))
    page.goto(address)
    page.locator("#replay[data-ready]").wait_for()
    positions = [told["start"]]
    for frame in told["frames"]:
        positions.append(deepcopy(positions[-1]))
        changed(positions[-1], frame["changes"])
    return Shown(page, told, positions)


def marks_its_fault(page: Page, site: Site, failed: Record) -> None:
    """The one fault of a match is marked at its seat, the first, from the move on at which it came."""
    (fault,) = failed.faults
    watch(page, site, failed, f"?t={fault.move}")
    expect(page.locator(".pill.bad")).to_have_count(0)
    seek(page, fault.move + 1)
    expect(page.locator(".seat:first-child .pill.bad")).to_have_text("fault")


def draws_what_was_played(
    page: Page, site: Site, game: str, script: str, expected: Callable[[Any], Any]
) -> None:
    """The site's match at the smallest table of a game; `script` reads the page, `expected` the position."""
    match = shown(page, site.matches, game)
    drawn = seen(page, script, range(len(match.positions)))
    for t, position in enumerate(match.positions):
        assert drawn[t] == expected(GAMES[game].from_json(position)), t
