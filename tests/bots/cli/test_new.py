"""`caravan new`: what it makes, what it refuses, and that what it says next is true."""

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bots.cli import main
from bots.kits import KITS
from bots.sandbox import detect
from bots.upload import manifest
from referee.games import GAMES

TRUST = [] if detect().name == "full" else ["--trust"]


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def caravan(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def said(folder: str) -> manifest.Manifest:
    """What its manifest says."""
    return manifest.read(Path(folder, "bot.toml").read_bytes())


@pytest.mark.parametrize("kit", KITS)
def test_a_kit_is_copied_under_its_new_name(kit: str) -> None:
    result = caravan("new", "kestrel", "--kit", kit)
    assert result.exit_code == 0, result.output
    written = {path.name: path.read_bytes() for path in Path("kestrel").iterdir()}
    assert written == KITS[kit].files("kestrel")
    assert said("kestrel").games == sorted(GAMES)
    assert ("sh kestrel/build.sh" in result.output) == KITS[kit].program


def test_it_is_a_python_function_for_every_game_if_nothing_is_said() -> None:
    assert caravan("new", "kestrel").exit_code == 0
    assert Path("kestrel/bot.py").read_bytes() == KITS["python"].files()["bot.py"]


def test_its_games_can_be_one() -> None:
    assert caravan("new", "a/b/kestrel", "--game", "tuareg").exit_code == 0
    assert (said("a/b/kestrel").name, said("a/b/kestrel").games) == ("kestrel", ["tuareg"])


def test_an_empty_folder_may_be_there_already() -> None:
    Path("kestrel").mkdir()
    assert caravan("new", "kestrel").exit_code == 0


def test_what_it_says_next_can_be_typed() -> None:
    result = caravan("new", "my bot", "--game", "donkey", "--json")
    steps = json.loads(result.stdout)["next"]
    check, play, submit = (shlex.split(step)[1:] for step in steps)
    assert play == ["play", "my bot", "house:sensible", "house:random", "--game", "donkey"]
    assert submit == ["submit", "my bot", "--bot", "my bot"]
    main.commands["submit"].make_context("submit", submit[1:])
    for words in (check, [*play, "--deals", "1"]):
        result = caravan(*words, *TRUST)
        assert result.exit_code == 0, result.output
    text = caravan("new", "another", "--game", "donkey").stdout
    assert [step.replace("'my bot'", "another") for step in steps] == [
        line.strip() for line in text.splitlines() if line.startswith("  ")
    ]


def refusal(*words: str) -> str:
    """The sentence; nothing is made, nothing is changed."""
    before = sorted(Path().rglob("*"))
    result = caravan("new", *words)
    assert result.exit_code == 2
    assert sorted(Path().rglob("*")) == before
    return result.stderr


def test_nothing_is_written_over() -> None:
    Path("kestrel").mkdir()
    Path("kestrel/notes").write_text("mine")
    Path("file").write_text("mine")
    assert "kestrel is there already, and not empty" in refusal("kestrel")
    assert "file cannot be written: File exists" in refusal("file")
    assert "file/kestrel cannot be written: Not a directory" in refusal("file/kestrel")


def test_an_unknown_kit_is_refused_with_those_that_are_near() -> None:
    message = refusal("kestrel", "--kit", "pyton")
    assert "'javascript'" in message
    assert "Did you mean 'python'" in message


def test_a_name_that_no_bot_may_have_makes_no_folder() -> None:
    assert "The name must have 1 to 40 characters" in refusal("x" * 41)
    assert "control characters" in refusal("a\nb")
