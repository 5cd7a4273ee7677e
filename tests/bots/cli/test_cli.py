"""The command `caravan`, as an author uses it."""

import json
import re
import shlex
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from bots.cli import contest, entrants, kept, main
from bots.sandbox import Rung, SandboxError, detect, opening
from bots.sandbox.languages import LANGUAGES
from referee.record import Record, verify

GOOD = "def choose(view, legal):\n    print('hm')\n    return legal[0]\n"
BAD = "def choose(view, legal):\n    print('hm')\n    return legal[99]\n"
SECOND = """
import random

class Bot:
    def start(self, info):
        self.match, self.asked = info["match"], 0

    def choose(self, view, legal):
        self.asked += 1
        assert not (self.match and self.asked == 4), random.random()
        return random.choice(legal)
"""
"""Rolls dice, and crashes in its second match, with a number that only its own dice give."""
TRUST = [] if detect().name == "full" else ["--trust"]


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with bots in all forms; logs of faults are kept beside them."""

    def logs(prefix: str) -> str:
        (tmp_path / "logs").mkdir()
        return str(tmp_path / "logs")

    monkeypatch.setattr(kept, "mkdtemp", logs)
    (tmp_path / "good.py").write_text(GOOD)
    (tmp_path / "bad.py").write_text(BAD)
    (tmp_path / "broken.py").write_text("def choose(view legal): pass\n")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "bot.py").write_text(GOOD)
    with zipfile.ZipFile(tmp_path / "packed.zip", "w") as target:
        target.writestr("bot.toml", 'name = "Packed"\ngames = ["pis_yedili"]\n')
        target.writestr("bot.py", GOOD)
    return tmp_path


def caravan(*words: object) -> Result:
    return CliRunner().invoke(main, [*map(str, words)])


def play(*words: object) -> Result:
    return caravan("play", "--game", "pis_yedili", "--deals", 2, "--seed", "s", *TRUST, *words)


def check(*words: object) -> Result:
    return caravan("check", "--game", "pis_yedili", *words)


def test_every_form_of_bot_plays(bots: Path) -> None:
    result = play(bots / "good.py", bots / "folder", bots / "packed.zip", "house:sensible", "house:random")
    assert result.exit_code == 0
    assert "Pis Yedili, 5 seats: 2 deals in 10 matches" in result.stdout
    assert all(name in result.stdout for name in ("good", "folder", "packed", "sensible", "random"))
    assert "%" in result.stdout


def test_json_is_for_programs_and_a_seed_repeats_it(bots: Path) -> None:
    first, second = (json.loads(play(bots / "good.py", "house:random", "--json").stdout) for _ in range(2))
    assert first.keys() == {"game", "seats", "deals", "matches", "seed", "seconds", "standings", "faults"}
    assert (first["deals"], first["matches"], first["seed"]) == (2, 4, "s")

    def timeless(result: dict[str, Any]) -> list[dict[str, Any]]:
        return [{**row, "cpu": 0} for row in result["standings"]]

    assert timeless(first) == timeless(second)


def test_more_deals_than_a_portion_are_all_played(bots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest, "PORTION", 1)
    result = json.loads(play(bots / "good.py", "house:random", "--json", "--record", bots / "kept").stdout)
    assert (result["deals"], result["matches"]) == (2, 4)
    records = [Record.loads(path.read_text()) for path in (bots / "kept").glob("*.json")]
    assert {record.seed for record in records} == {"s/deal/0", "s/deal/1"}


def test_records_and_logs_are_kept_on_request(bots: Path) -> None:
    result = play(bots / "good.py", "house:sensible", "--record", bots / "kept")
    assert result.exit_code == 0
    records = sorted((bots / "kept").glob("*.json"))
    assert [path.name for path in records] == [f"deal-{d}-rotation-{r}.json" for d in (0, 1) for r in (0, 1)]
    for path in records:
        verify(Record.loads(path.read_text()))
    logs = [path for path in (bots / "kept").glob("*.log") if "good" in path.name]
    assert len(logs) == 4
    assert "    hm\n" in logs[0].read_text()


def test_nothing_is_kept_unasked(bots: Path) -> None:
    before = set(bots.rglob("*"))
    play(bots / "good.py", "house:random")
    assert set(bots.rglob("*")) == before


def test_a_fault_is_told_with_its_reason_and_its_log(bots: Path) -> None:
    result = play(bots / "bad.py", "house:random")
    assert result.exit_code == 1
    assert (
        "bad was at fault 4 times (crashed), at first in deal 0, rotation 0: it ended with" in result.stdout
    )
    assert "IndexError" in result.stdout
    (log,) = (bots / "logs").glob("*.log")
    assert str(log) in result.stdout
    text = log.read_text()
    assert "Traceback (most recent call last):" in text
    assert "FAULT: ended with an error (exit code 1): IndexError" in text


def test_the_command_beside_a_fault_repeats_it(bots: Path) -> None:
    (bots / "second.py").write_text(SECOND)
    (fault,) = json.loads(play(bots / "second.py", "house:random", "--json").stdout)["faults"]
    (record,) = (bots / "logs").glob("*.json")
    caravan_, *words = shlex.split(fault["again"])
    assert caravan_ == "caravan"
    assert {f"{record}@{fault['move'] + 1}", "--match", str(bots / "second.py")} <= set(words)
    again = caravan(*words, *TRUST)
    assert again.exit_code == 1
    assert f"FAULT: {fault['reason']}" in again.stdout
    assert "answered as in the match" in again.stdout


def test_faults_of_one_kind_are_told_once(bots: Path) -> None:
    (bots / "flier.py").write_text(
        "def choose(view, legal):\n    return 'fly ' + view['hands'][view['seat']][0]\n"
    )
    faults = json.loads(play(bots / "flier.py", "house:random", "--json").stdout)["faults"]
    assert [(fault["name"], fault["code"], fault["times"]) for fault in faults] == [("flier", "illegal", 4)]
    assert faults[0]["reason"].startswith("answered a move that is not legal: 'fly ")
    assert len(list((bots / "logs").glob("*.log"))) == 1


def test_a_log_cannot_move_the_cursor_of_its_reader(bots: Path) -> None:
    (bots / "artist.py").write_text(
        "def choose(view, legal):\n    print('\\x1b[2J\\tgone\\r')\n    return legal[0]\n"
    )
    play(bots / "artist.py", "house:random", "--record", bots / "kept")
    text = next(path for path in (bots / "kept").glob("*artist.log")).read_text()
    assert "    \\x1b[2J" in text
    assert text.replace("\n", "").isprintable()


def test_every_entrant_has_a_short_name_of_its_own() -> None:
    words = ["a.py", "b/a.zip", "a 2.py", "house:a", "x" * 99, "a\x1b.py"]
    assert entrants.names(words) == ["a", "a 2", "a 2 2", "a 3", "x" * 39 + "…", "a\\x1b"]


def test_the_same_bot_twice_has_two_names(bots: Path) -> None:
    rows = json.loads(play("house:random", "house:random", "--json").stdout)["standings"]
    assert {row["name"] for row in rows} == {"random", "random 2"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere.py", "house:random"], "no file or folder 'nowhere.py'"),
        (["house:grandmaster", "house:random"], "no house bot 'grandmaster', only search, sensible, random"),
        (["house:sensibel", "house:random"], "Did you mean 'sensible'?"),
        (["house:random"], "is for 2 to 7 bots, not 1"),
        (["house:random"] * 8, "not 8"),
        (["house:random", "house:random", "--game", "snap"], "'snap' is not"),
        ([], "Missing argument"),
        (["", "house:random"], "no file or folder ''"),
        (["/proc/self/mem", "house:random"], "/proc/self/mem cannot be read: Input/output error."),
        (["house:random", "house:random", "--deals", "-1"], "-1 is not in the range"),
        (["house:random", "house:random", "--seed", "\udcff"], "only what can be printed is a seed"),
        (
            ["house:random", "house:random", "--record", "/proc/kept"],
            "Nothing can be kept in /proc/kept: No such",
        ),
        (["house:random", "house:random", "--record", __file__], "is a file"),
    ],
)
def test_a_command_that_is_not_understood_exits_with_2(words: list[str], said: str) -> None:
    result = play(*words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_script_that_would_be_refused_does_not_play(bots: Path) -> None:
    result = play(bots / "broken.py", "house:random")
    assert result.exit_code == 1
    said = f"Error: {bots / 'broken.py'} would be refused: bot.py, line 1: syntax error"
    assert result.stderr.startswith(said)


def test_the_one_game_that_all_say_they_play_need_not_be_named(bots: Path) -> None:
    words = (bots / "packed.zip", "house:random", "--deals", 1, *TRUST)
    assert "Pis Yedili, 2 seats: 1 deal" in caravan("play", *words).stdout
    (bots / "folder" / "bot.toml").write_text('name = "Both"\ngames = ["donkey", "pis_yedili"]\n')
    assert "Say which game" in caravan("play", bots / "folder", "house:random", *TRUST).stderr
    both = caravan("matrix", bots / "folder", *words)
    assert (both.exit_code, both.stderr if not TRUST else "") == (0, "")


@pytest.mark.parametrize("words", [["play", "SCRIPT", "house:random"], ["check", "SCRIPT"]])
def test_what_only_this_machine_cannot_run_is_no_fault_of_the_bot(
    bots: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.setattr(LANGUAGES["javascript"], "complaint", lambda: "node is missing: apt install nodejs")
    script = bots / "bot.mjs"
    script.write_text("export const choose = (view, legal) => legal[0];\n")
    result = caravan(*(script if word == "SCRIPT" else word for word in words), "--game", "pis_yedili")
    told = "cannot be tried on this machine: JavaScript bots cannot run here: node is missing: apt install"
    assert (result.exit_code, result.stdout) == (3, "")
    assert f"Error: {script} {told}" in result.stderr


def test_our_failures_exit_with_3_and_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise SandboxError("no memory left")

    monkeypatch.setattr(contest, "play_fixture", fail)
    result = play("house:random", "house:random")
    assert result.exit_code == 3
    assert result.stderr.splitlines()[-2] == (
        "caravan failed, which is not your bot's fault: SandboxError: no memory left"
    )


@pytest.mark.parametrize("command", ["play", "check"])
def test_a_host_that_cannot_isolate_says_what_helps(
    bots: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(opening, "detect", lambda: Rung("none", "no user namespaces", "Allow them."))
    words = [bots / "good.py"] + (["house:random", "--deals", 1] if command == "play" else [])
    words += ["--game", "pis_yedili"]
    result = caravan(command, *words)
    assert result.exit_code == 3
    assert "This host cannot isolate bots: no user namespaces. Allow them." in result.stderr
    assert "--trust" in result.stderr
    trusted = caravan(command, *words, "--trust")
    assert trusted.exit_code == 0
    assert trusted.stderr.count("\n") == 1
    assert "without a sandbox" in trusted.stderr


def test_ctrl_c_shows_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    played = contest.play_fixture

    def interrupted(*arguments: Any, **named: Any) -> None:
        played(*arguments, **named)
        raise KeyboardInterrupt

    monkeypatch.setattr(contest, "PORTION", 1)
    monkeypatch.setattr(contest, "play_fixture", interrupted)
    result = play("house:random", "house:random")
    assert result.exit_code == 130
    assert "1 deal in 2 matches" in result.stdout


@pytest.mark.parametrize("form", ["good.py", "folder", "packed.zip"])
def test_check_accepts_what_a_server_would(bots: Path, form: str) -> None:
    result = check(bots / form, *TRUST)
    assert result.exit_code == 0
    first, second, _, verdict = result.stdout.splitlines()
    assert first.startswith("✓ ")
    assert second.startswith("✓ Pis Yedili: 4 matches in ")
    assert verdict == f"{form} would be accepted."
    assert re.search(r"without a fault; at most \d+ ms of CPU in a match, of 2000\n", result.stdout)


def test_check_tells_a_refusal_by_inspection(bots: Path) -> None:
    result = check(bots / "broken.py", *TRUST)
    assert result.exit_code == 1
    assert result.stdout.startswith("✗ bot.py, line 1: syntax error: ")
    assert result.stdout.endswith("broken.py would be refused.\n")


def test_check_names_a_folder_that_is_meant_by_a_dot(bots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (bots / "folder" / "bot.py").unlink()
    monkeypatch.chdir(bots / "folder")
    result = check(".")
    assert result.exit_code == 1
    assert result.stdout.endswith("folder would be refused.\n")


def test_check_tells_a_refusal_by_trial(bots: Path) -> None:
    result = check(bots / "bad.py", *TRUST)
    assert result.exit_code == 1
    assert "✗ Pis Yedili against sensible: it ended with an error (exit code 1): IndexError" in result.stdout
    (log,) = (bots / "logs").iterdir()
    assert f"log: {log}" in result.stdout


def test_check_tells_programs_the_same(bots: Path) -> None:
    result = check(bots / "bad.py", "--json", *TRUST)
    said = json.loads(result.stdout)
    (tried,) = said["trials"]
    assert (result.exit_code, said["accepted"], said["refusal"]) == (1, False, "")
    assert (tried["game"], tried["fault"], tried["matches"]) == ("pis_yedili", "crashed", 4)
    assert tried["reason"].startswith("ended with an error (exit code 1): IndexError")
    assert "IndexError" in Path(tried["log"]).read_text()
    refused = json.loads(check(bots / "broken.py", "--json").stdout)
    assert refused["refusal"].startswith("bot.py, line 1: syntax error: ")
    assert refused["trials"] == []


def test_several_games_have_to_be_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrants, "GAMES", {"snap": object, "pis_yedili": object})
    with pytest.raises(click.UsageError, match=r"--game pis_yedili\|snap"):
        entrants.known_game(None)
    assert entrants.known_game("snap") == "snap"


def test_what_says_its_games_is_checked_in_them(bots: Path) -> None:
    result = caravan("check", bots / "packed.zip", *TRUST)
    assert result.exit_code == 0
    assert "✓ Pis Yedili: 4 matches in " in result.stdout
    assert caravan("check", bots / "good.py", *TRUST).exit_code == 2


def test_the_installed_command_works_from_anywhere(tmp_path: Path) -> None:
    command = [str(Path(sys.executable).parent / "caravan"), "play", "house:sensible", "house:random", *TRUST]
    done = subprocess.run(
        [*command, "--game", "pis_yedili", "--deals", "2"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "" if not TRUST else done.stderr)
    assert "sensible" in done.stdout
    assert list(tmp_path.iterdir()) == []
