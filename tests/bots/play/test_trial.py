"""The trial that every version has to pass."""

from pathlib import Path

import pytest

from bots.house import quick
from bots.play import trial
from bots.play.fixture import PlayedMatch, play_fixture, seating
from bots.play.logbook import decoded
from bots.sandbox import Launcher
from bots.upload.inspection import inspect
from bots.upload.store import Store
from referee.games import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_the_table_is_the_smallest_and_full_of_house_bots(game: str) -> None:
    assert trial.seats(game) == min(GAMES[game].tables)
    assert len(trial.opponents(game)) == trial.seats(game) - 1
    assert trial.opponents(game)[0] == quick(game)[0]


def test_more_chairs_than_house_bots_are_filled_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "seats", lambda game: 6)
    assert [bot.name for bot in trial.opponents("pis_yedili")] == ["sensible", "random"] * 2 + ["sensible"]


@pytest.mark.parametrize("game", GAMES)
def test_house_bots_pass_their_own_trial(game: str, public: Path, launcher: Launcher) -> None:
    store = Store(public / "store")
    for bot in quick(game):
        order = trial.trial(bot.upload(), game, store, "seed")
        assert trial.failure(order, play_fixture(order, store, launcher).matches) is None


def test_the_first_fault_is_the_reason(public: Path, launcher: Launcher) -> None:
    store = Store(public / "store")
    upload = inspect(b"def choose(view, legal):\n    return view['nothing']\n", "a.py", games=["pis_yedili"])
    order = trial.trial(upload, "pis_yedili", store, "seed")
    failure = trial.failure(order, play_fixture(order, store, launcher).matches)
    assert failure is not None
    assert failure.reason == "ended with an error (exit code 1): KeyError: 'nothing'"
    assert failure.match.record["faults"][0]["seat"] == failure.seat


def test_a_bot_that_falls_between_two_matches_has_not_passed(public: Path, launcher: Launcher) -> None:
    source = b"class Bot:\n def choose(self, v, l): return l[0]\n def over(self, result): 1 / 0\n"
    store = Store(public / "store")
    order = trial.trial(inspect(source, "a.py", games=["pis_yedili"]), "pis_yedili", store, "seed")
    failure = trial.failure(order, play_fixture(order, store, launcher).matches)
    assert failure is not None
    assert "ZeroDivisionError" in failure.reason


def test_an_opponents_fault_is_not_held_against_it(
    public: Path, launcher: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Fool:
        name = "fool"

        def upload(self) -> object:
            return inspect(b"def choose(view, legal):\n    1 / 0\n", "fool.py", games=["pis_yedili"])

    monkeypatch.setattr(trial, "opponents", lambda game: [Fool()])
    store = Store(public / "store")
    order = trial.trial(quick("pis_yedili")[0].upload(), "pis_yedili", store, "seed")
    matches = play_fixture(order, store, launcher).matches
    assert all(match.record["faults"] for match in matches)
    assert trial.failure(order, matches) is None


def test_the_first_fault_decides(public: Path, launcher: Launcher) -> None:
    store = Store(public / "store")
    source = b"def choose(view, legal):\n    print('asked')\n    return 'fly'\n"
    order = trial.trial(inspect(source, "a.py", games=["pis_yedili"]), "pis_yedili", store, "seed")
    matches = play_fixture(order, store, launcher).matches
    codes = [fault["code"] for match in matches for fault in match.record["faults"]]
    assert codes == ["illegal", "repeated", "repeated", "repeated"]
    chairs = [seating(order, match.deal, match.rotation).index(0) for match in matches]
    prints = [
        "".join(line.prints for line in decoded(m.logs[c])) for m, c in zip(matches, chairs, strict=True)
    ]
    assert prints == ["asked\n", "", "", ""]
    failure = trial.failure(order, matches)
    assert failure is not None
    assert failure.reason == "answered a move that is not legal: 'fly'"


def test_the_cpu_told_is_the_versions_own_in_its_dearest_match(public: Path) -> None:
    order = trial.trial(quick("pis_yedili")[0].upload(), "pis_yedili", Store(public / "store"), "seed")
    places = [(deal, rotation) for rotation in range(2) for deal in range(2)]
    matches = []
    for number, (deal, rotation) in enumerate(places):
        cpu = [9.0, 9.0]
        cpu[seating(order, deal, rotation).index(0)] = number / 10
        matches.append(PlayedMatch(deal, rotation, {}, cpu, [], []))
    assert trial.most_cpu(order, matches) == 0.3
