"""`caravan compare`: better, worse, or not separable yet."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bots.cli import contest, main
from bots.sandbox import detect

TRUST = [] if detect().name == "full" else ["--trust"]
FIRST = "def choose(view, legal):\n    return legal[0]\n"


def compare(*words: object, game: str = "pis_yedili") -> Result:
    return CliRunner().invoke(main, ["compare", *TRUST, "--game", game, "--seed", "s", *map(str, words)])


def test_a_better_bot_is_found_and_the_rest_is_saved() -> None:
    result = compare("house:random", "house:sensible")
    assert result.exit_code == 0
    assert "Pis Yedili, 2 seats: sensible is better than random." in result.stdout
    assert "of 200 fixtures were saved" in result.stdout


def test_the_other_way_round_it_is_worse() -> None:
    told = json.loads(compare("house:sensible", "house:random", "--json").stdout)
    assert (told["verdict"], told["old"], told["new"]) == ("worse", "sensible", "random")
    assert told["low"] <= told["difference"] <= told["high"] < 0
    assert told["fixtures"] + told["saved"] == 200
    assert told["matches"] == 4 * told["fixtures"]


def test_at_a_larger_table_both_play_the_same_others_in_turn() -> None:
    result = compare("house:random", "house:sensible", game="donkey")
    assert "Donkey, 3 seats: sensible is better than random." in result.stdout


def test_a_bot_that_plays_the_same_gains_nothing_from_the_same_cards(tmp_path: Path) -> None:
    (tmp_path / "old.py").write_text(FIRST)
    (tmp_path / "new.py").write_text(FIRST)
    words = [tmp_path / "old.py", tmp_path / "new.py", "--against", "house:random", "--fixtures", 2]
    told = json.loads(compare(*words, "--json").stdout)
    assert (told["verdict"], told["difference"], told["saved"]) == ("not separable yet", 0, 0)
    assert (told["seats"], told["against"], told["matches"]) == (2, ["random"], 2 * 2 * 2 * 2)
    assert "new and old are not separable yet" in compare(*words).stdout


def test_ctrl_c_tells_what_is_known_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    played = contest.play_fixture

    def interrupted(*arguments: Any, **named: Any) -> object:
        calls.append(arguments)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return played(*arguments, **named)

    monkeypatch.setattr(contest, "play_fixture", interrupted)
    result = compare("house:random", "house:sensible")
    assert result.exit_code == 0
    assert "not separable yet" in result.stdout
    assert "1 fixture in 4 matches" in result.stdout


def test_a_fault_is_told_and_ends_with_1(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("def choose(view, legal):\n    return legal[99]\n")
    result = compare("house:random", tmp_path / "bad.py", "--fixtures", 1)
    assert result.exit_code == 1
    assert "bad was at fault 4 times (crashed)" in result.stdout


@pytest.mark.parametrize(
    ("game", "words", "said"),
    [
        ("chicane", ["--against", "house:random", "--against", "house:random"], "is for 2 to 2 bots"),
        ("donkey", ["--against", "house:random"], "name 2 to 11 with --against, not 1"),
        ("chicane", ["--fixtures", 0], "0 is not in the range"),
    ],
)
def test_what_is_not_understood_exits_with_2(game: str, words: list[object], said: str) -> None:
    result = compare("house:random", "house:sensible", *words, game=game)
    assert result.exit_code == 2
    assert said in result.stderr
