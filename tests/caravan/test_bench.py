"""`manage.py bench referee`: it runs and says what it measured; how fast is no matter of tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from benchmarks import ours, referee
from benchmarks.referee import Bench, Row
from caravan.management.commands import bench
from referee.games import GAMES

ROOT = Path(__file__).parents[2]


def test_it_measures_every_game_without_the_peers() -> None:
    command = [
        sys.executable,
        "manage.py",
        "bench",
        "referee",
        "--no-peers",
        "--seconds",
        "0.01",
        "--rounds",
        "1",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("# Benchmarks\n")
    for game in GAMES.values():
        assert f"\n| {game.title}, " in done.stdout
    assert "rlcard not installed" in done.stdout


def test_a_peer_has_its_turn_beside_ours_and_the_ratio_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[str] = []
    monkeypatch.setattr(Bench, "calibrated", lambda self, play: 1)
    monkeypatch.setattr(referee, "rate", lambda play, matches: turns.append(play(1)) or len(play(1)))
    row = Bench(0.1, 3).row("ours", lambda _: "oo", "theirs", lambda: lambda _: "t", 1.0)
    assert turns == ["oo", "t"] * 3
    assert (row.ours, row.theirs, row.ratio) == (2, 1, 2)


def test_a_peer_that_is_not_there_is_left_out() -> None:
    def missing() -> ours.Play:
        raise ImportError

    row = Bench(0.001, 1).row("Pis Yedili", ours.bare(GAMES["pis_yedili"], 2), "nobody", missing)
    assert row.ours > 0
    assert row.ratio is None
    assert referee.as_line(row).endswith("| nobody | – | – | – |")


def test_a_line_tells_the_ratio_and_what_was_demanded() -> None:
    assert referee.as_line(Row("a", "b", 3000, 2000, 1.0)) == "| a | 3,000 | b | 2,000 | 1.5× | ≥ 1× |"


@pytest.mark.parametrize("make", [ours.bare, ours.whole])
def test_all_decisions_of_the_seats_are_counted_and_no_deal(make: type) -> None:
    play = make(GAMES["pis_yedili"], 4)
    assert 40 < play(1) < 1000
    assert play(10) > 4 * play(1)


def test_the_page_is_written_where_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bench, "PAGE", tmp_path / "page.md")
    short = {"no_peers": True, "seconds": "0.001", "rounds": "1"}
    call_command("bench", "referee", **short)
    assert not bench.PAGE.exists()
    call_command("bench", "referee", write=True, **short)
    assert bench.PAGE.read_text().startswith("# Benchmarks")
