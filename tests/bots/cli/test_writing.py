"""What happens where there is no room: a sentence, exit code 3, and nothing half made."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bots.cli import kept
from referee.games import GAMES
from referee.playthrough import random_match
from tests.bots.cli.conftest import Caravan

SMALL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)); "
"""No file may have more bytes."""
RUN = "from bots.entry import main; main()"


def cramped(*words: object) -> str:
    """What is said where no file can grow."""
    command = [sys.executable, "-B", "-c", SMALL + RUN, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (3, "")
    return done.stderr


def test_half_a_bot_is_not_left(tmp_path: Path) -> None:
    assert cramped("new", tmp_path / "kestrel") == (
        f"Error: {tmp_path / 'kestrel'} cannot be written: File too large.\n"
    )
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "mine").mkdir()
    cramped("new", tmp_path / "mine")
    assert list(tmp_path.rglob("*")) == [tmp_path / "mine"]


def test_half_a_page_takes_no_place_of_a_whole_one(tmp_path: Path) -> None:
    record, page = tmp_path / "record.json", tmp_path / "match.html"
    record.write_text(random_match(GAMES["pis_yedili"], 2, "1").dumps())
    page.write_text("the old one")
    assert f"{page} cannot be written: File too large." in cramped("replay", record, "--html", page)
    assert page.read_text() == "the old one"
    assert sorted(tmp_path.iterdir()) == [page, record]


def test_a_record_without_room_is_no_fault_of_a_bot(
    tmp_path: Path, caravan: Caravan, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(kept, "whole", full)
    words = ("--game", "pis_yedili", "--deals", 1, "--trust", "--record", tmp_path / "kept")
    result = caravan("play", "house:random", "house:random", *words)
    assert (result.exit_code, result.stdout) == (3, "")
    place = tmp_path / "kept" / "deal-0-rotation-0.json"
    assert f"Error: {place} cannot be written: No space left on device." in result.stderr


def test_what_cannot_be_printed_is_said() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-c", RUN, "games"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 3
    assert done.stderr.startswith("Error: What is printed, or kept meanwhile in ")
    assert done.stderr.endswith(", cannot be written: No space left on device.\n")
