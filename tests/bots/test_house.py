"""The house's bots: ordinary uploads, and in the right order of strength."""

import itertools
from pathlib import Path

import pytest

from bots.clock import Clocks
from bots.fixture import Competitor, Order, fixture_points, play_fixture, results
from bots.house import HOUSE, HouseBot, house
from bots.package import Store
from bots.sandbox import Launcher
from referee.games import GAMES

BOTS = [bot for game in HOUSE for bot in house(game)]


def test_every_game_has_house_bots() -> None:
    assert HOUSE.keys() == GAMES.keys()
    assert all({"sensible", "random"} <= {bot.name for bot in house(game)} for game in GAMES)


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: f"{bot.game}-{bot.name}")
def test_house_bots_are_short_uploads(bot: HouseBot) -> None:
    assert bot.upload().games == [bot.game]
    assert len(bot.upload().files["bot.py"].splitlines()) < 120


def test_every_folder_is_listed() -> None:
    root = Path(str(house("pis_yedili")[0].folder)).parents[1]
    folders = {(path.parent.parent.name, path.parent.name) for path in root.glob("*/*/bot.py")}
    assert folders == {(bot.game, bot.name) for bot in BOTS}


def test_no_game_no_bots() -> None:
    assert house("snap") == []


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("game", GAMES)
def test_sensible_clearly_beats_random(game: str, seats: int, public: Path, launcher: Launcher) -> None:
    store = Store(public / "store")
    sensible, dull = (bot.upload() for bot in house(game) if bot.name in ("sensible", "random"))
    competitors = [
        Competitor(upload.name, store.put(upload), upload.entry, upload.language, f"dice {number}")
        for number, upload in enumerate(itertools.chain([sensible], [dull] * (seats - 1)))
    ]
    deals = [f"deal {number}" for number in range(10)]
    order = Order(1, "", "", game, {}, Clocks(), seats, "order", deals, competitors)
    played = play_fixture(order, store, launcher).matches
    assert not any(match.record["faults"] for match in played)
    points = fixture_points(results(order, played))
    assert points[0] >= 0.75 * len(deals) * seats * (seats - 1)
