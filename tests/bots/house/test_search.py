"""How the search decides, in this process: with guides of its own and clocks that are set."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bots.house import HouseBot
from referee.games import GAMES

SOURCE = HouseBot("pis_yedili", "search").folder / "bot.py"
OUT_OR_DRAW = {
    "seats": 2,
    "turn": 0,
    "phase": "normal",
    "hands": [["7D"], ["3S", "KS", "KH", "QC"]],
    "stock": ["5S", "6S", "8S", "9S", "2C", "3C", "4C"],
    "discard": ["9D"],
    "suit": "D",
    "hand_no": 3,
}
Guide = Callable[[dict[str, Any], list[str]], str]


def search(monkeypatch: pytest.MonkeyPatch, guide: Guide | None, bank: float, left: float) -> str:
    """What it answers where seat 0 can go out or draw a card."""
    if guide:
        module = ModuleType("guide")
        vars(module)["choose"] = guide
        monkeypatch.setitem(sys.modules, "guide", module)
    code = compile(Path(SOURCE).read_text(), "search", "exec")
    names: dict[str, Any] = {"__name__": "search"}
    exec(code, names)  # noqa: S102 our own file
    bot = names["Bot"]()
    bot.start({"game": "pis_yedili", "seat": 0, "clocks": {"bank": bank, "move_cap": bank}})
    bot.clock = {"bank": left, "idle": 1.0}
    table = GAMES["pis_yedili"].from_json(OUT_OR_DRAW)
    answer: str = bot.choose(table.view(0), table.legal())
    return answer


def shy(view: dict[str, Any], legal: list[str]) -> str:
    """Draws whenever it may."""
    return "draw" if "draw" in legal else legal[0]


def test_it_finds_what_its_guide_does_not_see(monkeypatch: pytest.MonkeyPatch) -> None:
    assert search(monkeypatch, shy, 2.0, 2.0) == "play 7D"


def test_it_finds_it_without_a_guide_too(monkeypatch: pytest.MonkeyPatch) -> None:
    assert search(monkeypatch, None, 2.0, 2.0) == "play 7D"


def test_a_guide_that_does_better_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert search(monkeypatch, lambda view, legal: legal[0], 2.0, 2.0) == "play 7D"


def test_without_time_it_does_what_its_guide_says(monkeypatch: pytest.MonkeyPatch) -> None:
    assert search(monkeypatch, shy, 2.0, 0.1) == "draw"


def test_a_guide_may_do_with_its_view_what_it_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    def rough(view: dict[str, Any], legal: list[str]) -> str:
        view.clear()
        return legal.pop()

    assert search(monkeypatch, rough, 2.0, 2.0) == "play 7D"
