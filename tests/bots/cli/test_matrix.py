"""`caravan matrix`: who beats whom."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bots.cli import contest, main
from bots.cli.matrix import Cell, heat
from bots.sandbox import detect

TRUST = [] if detect().name == "full" else ["--trust"]


def matrix(*words: object) -> Result:
    return CliRunner().invoke(main, ["matrix", *TRUST, "--deals", "2", "--seed", "s", *map(str, words)])


def cells(result: Result) -> dict[tuple[str, str], float]:
    return {(cell["one"], cell["other"]): cell["share"] for cell in json.loads(result.stdout)["cells"]}


def test_at_a_table_of_two_each_pair_plays_once_and_its_cells_add_up(tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text("def choose(view, legal):\n    return legal[0]\n")
    result = matrix(tmp_path / "first.py", "house:sensible", "house:random", "--game", "pis_yedili", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["matches"] == 3 * 2 * 2
    found = cells(result)
    assert len(found) == 6
    assert all(found[one, other] + found[other, one] == 1 for one, other in found)
    assert found["sensible", "random"] > 0.5


def test_at_a_larger_table_each_sits_alone_among_the_other() -> None:
    result = matrix("house:sensible", "house:random", "--game", "pis_yedili", "--seats", 3, "--json")
    document = json.loads(result.stdout)
    assert (document["seats"], document["matches"]) == (3, 2 * 2 * 3)
    found = cells(result)
    assert found["sensible", "random"] > 0.5 > found["random", "sensible"]


def test_the_table_names_the_best_first_and_leaves_the_diagonal_empty() -> None:
    lost, won = Cell("a", "b", 0.25, 0.1), Cell("b", "a", 0.75, 0.1)
    head, best, other = heat(["a", "b"], [lost, won]).splitlines()
    assert head.split() == ["b", "a", "average"]
    assert best.startswith("b")
    assert "75.0% ± 10.0%" in best
    assert "·" in best
    assert other.endswith("25.0%")
    assert heat(["a", "b"], [won]).splitlines()[-1].split() == ["a", "·", "·", "·"]


def test_colours_are_for_terminals_only() -> None:
    assert "\x1b[48;2;" in heat(["a", "b"], [Cell("a", "b", 0.5, 0.1)])
    result = matrix("house:sensible", "house:random", "--game", "pis_yedili")
    assert "\x1b" not in result.stdout
    assert "Pis Yedili, 2 seats: 2 deals for each pair, 4 matches, seed s" in result.stdout


def test_a_fault_is_told_and_ends_with_1(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("def choose(view, legal):\n    return legal[99]\n")
    result = matrix(tmp_path / "bad.py", "house:random", "--game", "pis_yedili")
    assert result.exit_code == 1
    assert "bad was at fault 4 times (crashed)" in result.stdout


def test_ctrl_c_shows_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    played = contest.play_fixture

    def interrupted(*arguments: object, **named: object) -> object:
        calls.append(arguments)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return played(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(contest, "play_fixture", interrupted)
    result = matrix("house:sensible", "house:random", "house:random", "--game", "pis_yedili")
    assert result.exit_code == 130
    assert "sensible" in result.stdout
    assert len(calls) == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["house:random"], "takes two bots or more"),
        (["house:random", "house:random", "--seats", 8], "is for 2 to 7 bots, not 8"),
        (["house:random", "nowhere.py"], "no file or folder 'nowhere.py'"),
    ],
)
def test_what_is_not_understood_exits_with_2(words: list[object], said: str) -> None:
    result = matrix(*words, "--game", "pis_yedili")
    assert result.exit_code == 2
    assert said in result.stderr
