"""`python -m referee`: what it prints, and one clear sentence where it cannot."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from referee.__main__ import main
from referee.games import GAMES
from referee.record import Record

ROOT = Path(__file__).parents[2]


def test_list_names_every_game(capsys):
    assert main(["list"]) == 0
    printed = capsys.readouterr().out
    assert all(name in printed for name in GAMES)
    assert "2 to 7 players" in printed


def test_play_prints_the_digest_of_the_record_it_writes(capsys, tmp_path):
    path = tmp_path / "match.json"
    assert main(["play", "pis_yedili", "--seats", "4", "--seed", "7", "--record", str(path)]) == 0
    printed = capsys.readouterr().out
    record = Record.loads(path.read_text(encoding="utf-8"))
    assert record.seats == 4
    assert f"digest  {record.digest()}" in printed
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out == f"true    {record.digest()}\n"


def test_playthrough_prints_a_match_under_its_rules(capsys):
    assert main(["playthrough", "pis_yedili", "--rule", "deals=1", "--rule", "stock_out=immediate"]) == 0
    printed = capsys.readouterr().out
    assert '"deals": 1' in printed
    assert '"stock_out": "immediate"' in printed
    assert printed.count("dealer: deal") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "hearts"], f"game: 'hearts' is not one of {', '.join(GAMES)}"),
        (["play", "pis_yedili", "--seats", "9"], "seats: Pis Yedili is played by 2 to 7, not by 9"),
        (["play", "pis_yedili", "--rule", "deals=x"], "rules.deals: 'x' is not a whole number"),
        (["play", "pis_yedili", "--rule", "jokers"], "rules.jokers: Pis Yedili has no such rule"),
        (["play", "pis_yedili", "--record", "/nowhere/x"], "/nowhere/x: No such file or directory"),
        (["verify", "/nowhere/x"], "/nowhere/x: No such file or directory"),
        (["verify", "/"], "/: Is a directory"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(capsys, arguments, sentence):
    assert main(arguments) == 1
    assert capsys.readouterr().err == f"referee: {sentence}\n"


def test_verify_refuses_a_false_record(capsys, tmp_path):
    path = tmp_path / "match.json"
    main(["play", "pis_yedili", "--record", str(path)])
    data = json.loads(path.read_text())
    path.write_text(json.dumps(data | {"points": [0, 0]}))
    assert main(["verify", str(path)]) == 1
    assert f"referee: {path}: points: are [" in capsys.readouterr().err
    path.write_text("no JSON")
    assert main(["verify", str(path)]) == 1
    assert capsys.readouterr().err.startswith(f"referee: {path}: is not JSON, or cut off: ")


@pytest.mark.parametrize("arguments", [[], ["shuffle"], ["play"], ["play", "pis_yedili", "--seats", "two"]])
def test_what_is_not_understood_exits_with_two(capsys, arguments):
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "usage: python -m referee" in capsys.readouterr().err


def test_it_runs_as_a_module():
    command = [sys.executable, "-m", "referee", "list"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(GAMES)


def test_it_needs_the_standard_library_only():
    code = f"import sys; sys.path.append({str(ROOT)!r}); import referee.__main__"
    subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True)
