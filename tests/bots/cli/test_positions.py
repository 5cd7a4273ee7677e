"""`caravan test`: saved positions with expected and forbidden moves."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bots.cli import main
from bots.sandbox import detect
from referee.games import GAMES

TRUST = [] if detect().name == "full" else ["--trust"]
SEVEN = {
    "seats": 2,
    "turn": 0,
    "phase": "penalty",
    "hands": [["2C", "7D", "7H"], ["3S", "4S"]],
    "stock": ["5S", "6S", "8S", "9S"],
    "discard": ["7C"],
    "suit": "C",
    "sevens": 1,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A bot that plays the first legal move, and says so."""
    (tmp_path / "first.py").write_text("def choose(view, legal):\n    print('hm')\n    return legal[0]\n")
    return tmp_path


def save(path: Path, *positions: dict[str, Any], game: str = "pis_yedili") -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"game": game, "positions": positions}))
    return path


def ask(*words: object) -> Result:
    return CliRunner().invoke(main, ["test", *TRUST, *map(str, words)])


def test_an_expected_answer_is_right(folder: Path) -> None:
    saved = save(folder / "p.json", {"name": "strike back", "position": SEVEN, "expect": ["play 7D"]})
    result = ask(folder / "first.py", saved)
    assert result.exit_code == 0
    assert result.stdout == "✓ strike back: play 7D\n\n1 position, none failed.\n"


def test_another_answer_is_not_and_what_the_bot_said_is_shown(folder: Path) -> None:
    saved = save(folder / "p.json", {"name": "give in", "position": SEVEN, "expect": ["take", "play 7H"]})
    result = ask(folder / "first.py", saved)
    assert result.exit_code == 1
    assert result.stdout.startswith("✗ give in: play 7D, not take or play 7H\n    hm\n")


def test_a_forbidden_answer_is_not(folder: Path) -> None:
    two = [
        {"position": SEVEN, "seat": 0, "forbid": ["play 7D"]},
        {"position": SEVEN, "forbid": ["play 7H", "take"]},
    ]
    result = ask(folder / "first.py", save(folder / "p.json", *two), "--json")
    assert result.exit_code == 1
    first, second = json.loads(result.stdout)
    assert (first["answer"], first["right"]) == ("play 7D", ["play 7H", "take"])
    assert (second["answer"], second["right"]) == ("play 7D", ["play 7D"])


def test_a_view_asks_exactly_what_was_asked(folder: Path) -> None:
    table = GAMES["pis_yedili"].from_json(SEVEN)
    view = table.view(0)
    (folder / "spy.py").write_text(
        f"def choose(view, legal):\n    assert view == {view!r}\n    return legal[0]\n"
    )
    saved = save(folder / "p.json", {"view": view, "expect": ["play 7D"]})
    assert ask(folder / "spy.py", saved).exit_code == 0


def test_a_bot_hears_the_news_that_was_saved(folder: Path) -> None:
    (folder / "ear.py").write_text(
        "class Bot:\n"
        "    def choose(self, view, legal):\n"
        "        return 'take' if self.news == [{'seat': 1, 'move': 'play 7C'}] else legal[0]\n"
    )
    news = [{"seat": 1, "move": "play 7C"}]
    saved = save(folder / "p.json", {"position": SEVEN, "news": news, "expect": ["take"]})
    assert ask(folder / "ear.py", saved).exit_code == 0


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("1 / 0", "it ended with an error (exit code 1): ZeroDivisionError"),
        ("'fly'", "it answered a move that is not legal: 'fly'"),
    ],
)
def test_a_fault_is_a_wrong_answer(folder: Path, answer: str, said: str) -> None:
    (folder / "bad.py").write_text(f"def choose(view, legal):\n    return {answer}\n")
    result = ask(folder / "bad.py", save(folder / "p.json", {"position": SEVEN, "forbid": ["take"]}))
    assert result.exit_code == 1
    assert said in result.stdout


def test_positions_beside_a_bot_are_its_own(folder: Path) -> None:
    save(folder / "positions" / "b.json", {"name": "second", "position": SEVEN, "forbid": ["take"]})
    save(folder / "positions" / "a.json", {"name": "first", "position": SEVEN, "forbid": ["take"]})
    result = ask(folder / "first.py")
    assert result.exit_code == 0
    assert [line.split(":")[0] for line in result.stdout.splitlines()[:2]] == ["✓ first", "✓ second"]
    (folder / "bot.py").write_text((folder / "first.py").read_text())
    assert ask(folder).stdout == result.stdout


def test_without_positions_it_says_where_they_would_be(folder: Path) -> None:
    result = ask(folder / "first.py")
    assert result.exit_code == 2
    assert "put some into positions/ beside the bot" in result.stderr


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"expect": ["play 2C"]}, "position 0: 'play 2C' is not legal there, only play 7D, play 7H, take"),
        ({"expect": []}, "position 0: say what to expect or to forbid"),
        ({"forbid": ["play 7D"], "expect": ["play 7D"]}, "position 0: no answer would be right"),
        ({"seat": 1}, "position 0: seat 1 is not to move"),
        ({"position": {**SEVEN, "turn": None, "phase": "over"}}, "position 0: "),
        ({"position": {**SEVEN, "hands": 3}}, "position 0: hands: 3 is not a list"),
        ({"position": {**SEVEN, "colour": 3}}, "position 0: colour: Pis Yedili has no such field"),
        ({"position": None}, "position 0: say either view or position"),
        ({"view": {}}, "position 0: say either view or position"),
        ({"hope": ["take"]}, "unknown field `hope`"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_the_place(
    folder: Path, change: dict[str, Any], said: str
) -> None:
    saved = save(folder / "p.json", {"position": SEVEN, "expect": ["play 7D"], **change})
    result = ask(folder / "first.py", saved)
    assert result.exit_code == 2
    assert f"{saved}" in result.stderr
    assert said in result.stderr


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"{", "truncated"),
        (b"\xff", "invalid"),
        (b'{"game": "snap", "positions": []}', "there is no game 'snap', only"),
        (b'{"positions": []}', "missing required field `game`"),
        (b'{"game": "pis_yedili", "positions": []}', "There are no positions"),
    ],
)
def test_a_file_that_is_none_is_refused(folder: Path, content: bytes, said: str) -> None:
    (folder / "p.json").write_bytes(content)
    result = ask(folder / "first.py", folder / "p.json")
    assert result.exit_code == 2
    assert said in result.stderr
