"""`caravan replay`: a recorded match, turn by turn."""

import json
import os
import pty
import re
import select
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bots.cli import main
from bots.cli.stepper import FAR, ONE_KEY, Stepper, keys_of
from bots.cli.turns import Told, telling
from bots.export.collected import Collected
from bots.viewer import words
from referee.game import CHANCE, HIDDEN
from referee.games import GAMES
from referee.playthrough import random_match
from referee.record import Record
from referee.replay import replay
from tests.referee.magpie import Magpie

PATIENCE = 60
"""Seconds."""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A kept match, with the logs beside it that say who played."""
    path = tmp_path / "match.json"
    path.write_text(random_match(GAMES["pis_yedili"], 2, "s", {"deals": 1}).dumps())
    for seat, name in enumerate(("ann", "bob")):
        (tmp_path / f"match-seat-{seat}-{name}.log").touch()
    return path


def caravan(*words: object) -> Result:
    return CliRunner().invoke(main, ["replay", *map(str, words)])


def told(game: str = "pis_yedili", seat: int | None = None) -> Told:
    return telling(Collected("", random_match(GAMES[game], GAMES[game].tables[0], "s")), seat)


@pytest.mark.parametrize("game", GAMES)
def test_any_game_is_told_to_its_end(game: str) -> None:
    match = told(game)
    assert [turn.number for turn in match.turns] == list(range(len(match.record.moves) + 1))
    assert [turn.move for turn in match.turns[1:]] == match.record.moves
    assert match.turns[-1].points == match.record.points
    assert all(match.changed(turn) for turn in match.turns[1:])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [None, 1])
def test_a_turn_is_told_in_the_words_of_the_site_with_the_move_beside_them(
    game: str, seat: int | None
) -> None:
    match = told(game, seat)
    lines = words.tell(replay(match.record), match.bots)
    for turn, line in zip(match.turns[1:], lines, strict=True):
        said, _, beside = match.line(turn).removeprefix(f"{turn.number}. ").partition("  [")
        assert said == (f"{line.who}, seat {turn.seat}: {line.words}" if line.who else line.words)
        assert beside == (f"{turn.move}]" if line.who else "")


def test_a_game_without_words_is_told_in_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, Magpie.name, Magpie)
    match = told(Magpie.name)
    dealt, *made = [(turn, match.line(turn)) for turn in match.turns[1:]]
    assert dealt[1] == f"1. Dealer: deal, {len(dealt[0].move.split()) - 1} cards"
    assert all(line.endswith(f"seat {turn.seat}: {turn.move}") for turn, line in made if turn.seat != CHANCE)


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_is_shown_what_it_saw(game: str) -> None:
    whole, seen = told(game), told(game, seat=0)
    assert HIDDEN in json.dumps([turn.position for turn in seen.turns])
    assert HIDDEN not in json.dumps([turn.position for turn in whole.turns])


def test_without_a_terminal_all_turns_are_printed(record: Path) -> None:
    result, moves = caravan(record), len(Record.loads(record.read_bytes()).moves)
    assert result.exit_code == 0
    assert result.stdout.startswith("Pis Yedili, 2 seats, seed s\n\nBefore the first move\n")
    assert "\n1. Hand 1 is dealt\n" in result.stdout
    assert f"\n{moves}. " in result.stdout
    assert "ann, seat 0" in result.stdout
    assert result.stdout.splitlines()[-2].startswith("1. ")


def test_a_turn_shows_only_what_it_changed(record: Path) -> None:
    whole = caravan(record, "--to", 2).stdout
    assert "\n    direction: " in whole.partition("\n1. ")[0]
    assert "\n    direction: " not in whole.partition("\n1. ")[2]


def test_it_ends_at_a_turn_where_asked(record: Path) -> None:
    result = caravan(record, "--to", 3, "--json")
    document = json.loads(result.stdout)
    assert [turn["number"] for turn in document["turns"]] == [0, 1, 2, 3]
    assert document["bots"] == ["ann", "bob"]
    assert document["turns"][0] == {**document["turns"][0], "seat": None, "move": ""}


def test_a_fault_is_told_where_it_happened(tmp_path: Path) -> None:
    match = random_match(GAMES["pis_yedili"], 2, "s", {"deals": 1}).to_json()
    match["faults"] = [{"seat": 0, "move": len(match["moves"]) - 1, "code": "idle", "reason": ""}]
    (tmp_path / "match.json").write_text(json.dumps(match))
    assert caravan(tmp_path / "match.json").stdout.count("fault idle") <= 1
    turns = telling(Collected("", Record.from_json(match)), None).turns
    assert [turn.fault for turn in turns if turn.fault] == ["idle"]


def test_the_page_lies_where_it_was_asked_for(record: Path, tmp_path: Path) -> None:
    result = caravan(record, "--html", tmp_path / "match.html")
    assert result.exit_code == 0
    assert result.stdout == f"{(tmp_path / 'match.html').as_uri()}\n"
    page = (tmp_path / "match.html").read_text()
    assert "ann" in page
    assert "$" not in page.partition("<style>")[0]


def test_a_browser_is_shown_the_turn_and_the_seat(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: not shown.append(address))
    result = caravan(record, "--open", "--to", 5, "--seat", 1)
    assert (result.exit_code, result.stdout) == (0, "")
    (address,) = shown
    file, _, asked = address.partition("?")
    assert asked == "t=5&view=1"
    assert Path(file.removeprefix("file://")).read_text().startswith("<!doctype html>")


def test_without_a_browser_it_says_where_the_page_is(
    record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    result = caravan(record, "--html", tmp_path / "match.html", "--open")
    assert result.exit_code == 3
    assert f"Open {(tmp_path / 'match.html').as_uri()} yourself." in result.stderr


def test_a_page_and_turns_for_programs_can_be_had_at_once(record: Path, tmp_path: Path) -> None:
    result = caravan(record, "--html", tmp_path / "match.html", "--json")
    assert json.loads(result.stdout) == json.loads(caravan(record, "--json").stdout)
    assert result.stderr == f"{(tmp_path / 'match.html').as_uri()}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--html", "/nowhere/match.html"], "cannot be written: No such file"),
        (["--seat", 2], "has the seats 0 to 1, not 2"),
        (["--to", 10_000], "turns, not 10000"),
        (["--match", 2], "does not hold a match number 2"),
    ],
)
def test_what_the_match_does_not_have_exits_with_2(record: Path, words: list[object], said: str) -> None:
    result = caravan(record, *words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_what_is_no_record_or_a_false_one_exits_with_2(record: Path, tmp_path: Path) -> None:
    match = json.loads(record.read_text())
    (tmp_path / "cut.json").write_text(record.read_text()[:-9])
    (tmp_path / "false.json").write_text(json.dumps({**match, "moves": match["moves"][:-1]}))
    for name, said in (("cut.json", "not JSON"), ("false.json", "The record is false")):
        result = caravan(tmp_path / name)
        assert result.exit_code == 2
        assert said in result.stderr


@pytest.mark.parametrize(
    ("keys", "at"),
    [
        ("", 5),
        ("\x1b[C", 6),
        (" ", 6),
        ("\x1b[D\x1b[D", 3),
        ("\x1bOD", 4),
        ("\x1b[B", 5 + FAR),
        ("\x1b[A", 0),
        ("\x1b[H\x1b[D", 0),
        ("\x1b[4~", -1),
        ("G ", -1),
        ("x?", 5),
    ],
)
def test_keys_move_and_stop_at_the_ends(keys: str, at: int) -> None:
    match = told()
    place = Stepper(match, 5)
    assert all(place.press(key) for key in ONE_KEY.findall(keys))
    assert place.at == range(len(match.turns))[at]


def test_a_screen_never_holds_more_than_the_terminal() -> None:
    match = told()
    for at in (0, 1, len(match.turns) - 1):
        for columns, rows in ((80, 24), (200, 60), (40, 10)):
            screen = Stepper(match, at).screen(columns, rows)
            assert screen.count("\n") < rows
            assert f"turn {at} of {len(match.turns) - 1}" in screen


def test_many_words_are_folded_to_the_terminal() -> None:
    match = told("chicane")
    longest = max(match.turns, key=lambda turn: len(match.line(turn)))
    assert len(match.line(longest)) > 80
    screen = re.sub(r"\x1b\[\d*m", "", Stepper(match, longest.number).screen(80, 40))
    _, folded, _ = screen.split("\n\n", 2)
    assert folded.split() == match.line(longest).split()
    assert max(map(len, folded.splitlines())) < 80


def test_a_key_that_comes_in_halves_is_one() -> None:
    chunks = iter([b" \x1b", b"[", b"1~q", b""])
    assert list(keys_of(lambda: next(chunks))) == [" ", "\x1b[1~", "q"]


def test_on_a_terminal_keys_lead_through_the_match_and_leave_it_clean(record: Path) -> None:
    moves = len(Record.loads(record.read_bytes()).moves)
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", "from bots.cli import main; main()", "replay", str(record), "--to", "2"]
    environment = {**os.environ, "TERM": "xterm"}
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    try:
        assert "\x1b[?1049h" in _until(ours, f"turn 2 of {moves}")
        for key, shown in (
            (b"\x1b[C", "turn 3 of"),
            (b"\x1b[F", f"turn {moves} of"),
            (b"\x1b[H", "turn 0 of"),
            (b"?", "ten on, back"),
        ):
            os.write(ours, key)
            _until(ours, shown)
        os.write(ours, b"q")
        _until(ours, "\x1b[?1049l")
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def _until(terminal: int, words: str) -> str:
    """What the terminal shows up to these words."""
    seen = ""
    while words not in seen:
        assert select.select([terminal], [], [], PATIENCE)[0], f"only {seen!r}"
        seen += os.read(terminal, 4096).decode(errors="replace")
    return seen
