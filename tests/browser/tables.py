"""A match on a page, with all its positions and what can be seen of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from playwright.sync_api import Page

from referee.game import View
from referee.games import GAMES
from referee.record import Record
from referee.replay import changed
from referee.replay import replay as replayed
from tests.browser.drawn import seek

Position = dict[str, Any]
CODES = "all => all.map(card => card.dataset.card)"
CODES_EACH = """all => all.map(each => [each, ...each.querySelectorAll("*")]
    .flatMap(inside => inside.dataset.card ?? []))"""
VIEWS = ("all", "spectator", "0", "1")


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
        return table.to_json() if view == "all" else table.view(None if view == "spectator" else int(view))

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
    replay = replayed(record) if record else page.request.get(f"{address}replay.json").json()
    if record:
        page.route("**/replay.json", lambda route: route.fulfill(json=replay))
    page.goto(address)
    page.locator("#replay[data-ready]").wait_for()
    positions = [replay["start"]]
    for frame in replay["frames"]:
        positions.append(deepcopy(positions[-1]))
        changed(positions[-1], frame["changes"])
    return Shown(page, replay, positions)
