"""The house's bots: ordinary uploads, and in the right order of strength."""

import itertools
from collections.abc import Sequence
from pathlib import Path

import pytest

from bots.house import HouseBot, house, quick
from bots.play.clock import Clocks
from bots.play.fixture import Order, PlayedMatch, entered, play_fixture, results
from bots.sandbox import Launcher
from bots.upload.store import Store
from referee.duplicate import fixture_points
from referee.games import GAMES
from tests.referee.magpie import Magpie

BOTS = [bot for game in GAMES for bot in house(game)]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_house_bots(game: str) -> None:
    assert [bot.name for bot in house(game)] == ["search", "sensible", "random"]
    assert [bot.name for bot in quick(game)] == ["sensible", "random"]


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: f"{bot.game}-{bot.name}")
def test_house_bots_are_short_uploads(bot: HouseBot) -> None:
    upload = bot.upload()
    assert (upload.name, upload.games, upload.entry) == (bot.name, [bot.game], "bot.py")
    assert all(len(content.splitlines()) < 120 for content in upload.files.values())


@pytest.mark.parametrize("game", GAMES)
def test_search_is_guided_by_the_sensible_bot_of_its_game(game: str) -> None:
    search, sensible, _ = (bot.upload() for bot in house(game))
    assert search.files["guide.py"] == sensible.files["bot.py"]
    assert b"\ndef choose(view, legal):" in search.files["guide.py"]


def test_a_game_without_bots_of_its_own_has_those_for_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, Magpie.name, Magpie)
    assert [bot.name for bot in house("magpie")] == ["search", "random"]
    assert [set(bot.upload().files) for bot in house("magpie")] == [{"bot.py"}] * 2


def test_no_game_no_bots() -> None:
    assert house("snap") == []


def play(
    game: str, names: Sequence[str], deals: int, clocks: Clocks, store: Store, launcher: Launcher
) -> tuple[list[PlayedMatch], list[float]]:
    """The matches of a fixture of house bots, and their fixture points."""
    uploads = [HouseBot(game, name).upload() for name in names]
    order = Order(
        game=game,
        rules={},
        clocks=clocks,
        seats=len(names),
        order_seed="order",
        deals=[f"deal {number}" for number in range(deals)],
        competitors=[entered(one, store, dice=f"dice {number}") for number, one in enumerate(uploads)],
    )
    matches = play_fixture(order, store, launcher).matches
    return matches, fixture_points(results(order, matches))


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("game", GAMES)
def test_sensible_clearly_beats_random(game: str, seats: int, public: Path, launcher: Launcher) -> None:
    if seats not in GAMES[game].tables:
        seats = min(GAMES[game].tables, key=lambda size: abs(size - seats))
    names = [*itertools.islice(itertools.chain(["sensible"], itertools.repeat("random")), seats)]
    matches, points = play(game, names, 10, Clocks(), Store(public / "store"), launcher)
    assert not any(match.record["faults"] for match in matches)
    assert points[0] >= 0.75 * 10 * seats * (seats - 1)


@pytest.mark.parametrize("bank", [0.1, 0.3])
@pytest.mark.parametrize("game", GAMES)
def test_search_keeps_within_any_clock(game: str, bank: float, public: Path, launcher: Launcher) -> None:
    names, store = ["search", *["sensible"] * (min(GAMES[game].tables) - 1)], Store(public / "store")
    guided, _ = play(game, ["sensible"] * len(names), 2, Clocks(), store, launcher)
    bank = max(bank, 10 * max(max(match.cpu) for match in guided))  # what a slow machine needs
    matches, _ = play(game, names, 2, Clocks(bank=bank, move_cap=bank), store, launcher)
    assert [fault for match in matches for fault in match.record["faults"]] == []


@pytest.mark.parametrize("game", GAMES)
def test_search_uses_its_time_to_play_otherwise_than_its_guide(
    game: str, public: Path, launcher: Launcher
) -> None:
    names = ["search", *["sensible"] * (min(GAMES[game].tables) - 1)]
    store = Store(public / "store")
    guided, _ = play(game, ["sensible"] * len(names), 1, Clocks(), store, launcher)
    for bank in (1.0, 4.0, 16.0):  # as much as a slow machine needs to see further
        searched, _ = play(game, names, 1, Clocks(bank=bank), store, launcher)
        assert max(max(match.cpu) for match in searched) > bank / 4
        if [match.record["moves"] for match in searched] != [match.record["moves"] for match in guided]:
            return
    pytest.fail("it plays as its guide does")


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_search_beats_its_guide(game: str, public: Path, launcher: Launcher) -> None:
    names = ["search", *["sensible"] * (min(GAMES[game].tables) - 1)]
    _, points = play(game, names, 60, Clocks(), Store(public / "store"), launcher)
    assert points[0] > 0.5 * 60 * len(names) * (len(names) - 1)
