"""`manage.py bench`: it runs and says what it measured; how fast is no matter of tests."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from benchmarks import costs, matches, ours, playing, referee, scratch, starting, worker
from benchmarks.costs import Bench, Cost
from benchmarks.referee import Row
from bots.sandbox import trusted
from bots.upload.store import Store
from caravan.management.commands import bench
from referee.games import GAMES

ROOT = Path(__file__).parents[2]
BURN = "import time\nwhile time.process_time() < 0.3: pass\n"


def manage(*words: str) -> str:
    """What a short benchmark prints."""
    command = [
        sys.executable,
        "manage.py",
        "bench",
        *words,
        "--no-peers",
        "--seconds",
        "0.01",
        "--rounds",
        "1",
    ]
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout


def test_it_measures_every_game_without_the_peers() -> None:
    page = manage("referee")
    assert page.startswith("# The referee\n")
    for game in GAMES.values():
        assert f"\n| {game.title}, " in page
    assert "rlcard not installed" in page


def test_it_measures_matches_without_the_peer_and_with_a_real_queue() -> None:
    page = manage("matches", "--fixtures", "1")
    assert page.startswith("# Matches with real bots\n")
    lines = [line.split(" | ") for line in page.splitlines() if line.startswith("| ")][1:]
    assert len(lines) == 13
    assert all(line[2] != "–" for line in lines)
    assert ["kaggle" in line[3] for line in lines] == [line[4] == "–" for line in lines]


def test_it_tells_what_duplicate_play_is_worth() -> None:
    command = [sys.executable, "manage.py", "bench", "separation"]
    command += ["--game", "donkey", "--deals", "2", "--bank", "0.1"]
    page = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    assert page.startswith("# What duplicate play is worth\n")
    assert "\n| Donkey | 3 | 0.1 s | 2 | " in page
    assert page.count("\n| ") == 3


def test_it_measures_a_database_of_made_up_rows() -> None:
    page = manage("database", "--matches", "800")
    assert page.startswith("# A large database\n")
    lines = [line.split(" | ") for line in page.splitlines() if line.startswith("| ")][1:]
    assert len(lines) == 31
    assert all(len(line) == 4 for line in lines)
    assert {"| a bot", "| season with the most entries", "| a tick of the scheduler"} <= {
        line[0] for line in lines
    }


def test_it_measures_how_long_a_season_takes_to_be_rated_again() -> None:
    page = manage("rerating", "--fixtures", "100")
    assert page.startswith("# A season rated again\n")
    lines = [line.split(" | ") for line in page.splitlines() if line.startswith("| 100")]
    assert [line[1] for line in lines] == ["2"] * 3 + ["4"] * 3
    assert [line[2].split()[0] for line in lines] == ["rate", "void", "drop"] * 2


def test_a_peer_has_its_turn_beside_ours_and_the_ratio_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[str] = []

    def take(play: ours.Play) -> Cost:
        turns.append(play(1))
        return Cost(1.0, len(turns[-1]))

    monkeypatch.setattr(Bench, "calibrated", lambda self, side: 1)
    monkeypatch.setattr(referee, "side", lambda play: lambda count: take(play))
    row = referee.compared(Bench(0.1, 3), "ours", lambda _: "oo", "theirs", lambda: lambda _: "t", 1.0)
    assert turns == ["oo", "t"] * 3
    assert (row.ours, row.theirs, row.ratio) == (2, 1, 2)


def test_a_peer_that_is_not_there_is_left_out() -> None:
    def missing() -> ours.Play:
        raise ImportError

    play = ours.bare(GAMES["pis_yedili"], 2)
    row = referee.compared(Bench(0.001, 1), "Pis Yedili", play, "nobody", missing)
    assert row.ours > 0
    assert row.ratio is None
    assert referee.as_line(row).endswith("| nobody | – | – | – |")


def test_a_line_tells_the_ratio_and_what_was_demanded() -> None:
    assert referee.as_line(Row("a", "b", 3000, 2000, 1.0)) == "| a | 3,000 | b | 2,000 | 1.5× | ≥ 1× |"


@pytest.mark.parametrize("make", [ours.bare, ours.whole])
def test_all_decisions_of_the_seats_are_counted_and_no_deal(make: type) -> None:
    random.seed(1)
    play = make(GAMES["pis_yedili"], 4)
    assert 40 < play(1) < 1000
    assert play(10) > 4 * play(1)


def test_the_page_is_written_where_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bench, "PAGES", tmp_path)
    short = {"no_peers": True, "seconds": "0.001", "rounds": "1"}
    call_command("bench", "referee", **short)
    assert not list(tmp_path.iterdir())
    call_command("bench", "referee", write=True, **short)
    assert (tmp_path / "referee.md").read_text().startswith("# The referee")


def test_sides_take_turns_and_the_median_of_one_thing_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bench, "calibrated", lambda self, side: 4)
    turns: list[str] = []

    def side(name: str, *seconds: float) -> costs.Side:
        taken = iter(seconds)
        return lambda count: turns.append(name) or Cost(next(taken), count)

    assert Bench(1, 3).costs(side("a", 4, 400, 8), side("b", 40, 20, 2)) == [2, 5]
    assert turns == ["a", "b"] * 3


def test_the_first_time_is_not_taken_for_the_usual_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def side(count: int) -> Cost:
        counts.append(count)
        return Cost(0.001 * count if counts[1:] else 9, count)

    counts: list[int] = []
    monkeypatch.setattr(costs, "wall", lambda action: action().seconds)
    assert Bench(0.1, 1).calibrated(side) == 100


def test_cpu_is_charged_for_children_that_run_and_for_those_that_were_waited_for() -> None:
    def action() -> None:
        subprocess.run([sys.executable, "-c", BURN], check=True)
        children.append(subprocess.Popen([sys.executable, "-c", BURN + "print(1, flush=True)\ninput()"],
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE))  # fmt: skip
        assert children[0].stdout
        children[0].stdout.readline()

    children: list[subprocess.Popen[bytes]] = []
    try:
        assert 0.6 <= costs.cpu(action) < 1.2
    finally:
        children[0].communicate(b"\n")


def test_the_decisions_of_whole_matches_are_counted_without_the_start() -> None:
    with scratch.folder() as folder:
        played = playing.decisions(trusted.Launcher(), Store(folder / "store"))
        few, many = played(1), played(4)
    assert 2 * few.things < many.things < 8 * few.things
    assert few.seconds > 0 < many.seconds


def test_the_peer_is_asked_in_its_own_words() -> None:
    asks, answers = io.StringIO(), io.StringIO('{"seconds": 2.5, "decisions": 20}\n')
    assert worker.Peer(asks, answers).side("http")(3) == Cost(2.5, 20)
    assert json.loads(asks.getvalue()) == {"agents": "http", "episodes": 3}


def test_a_view_is_of_about_the_size_that_is_asked_for() -> None:
    view, legal = playing.a_view(900)
    assert 850 < len(json.dumps(view)) < 1100
    assert legal


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (
            costs.Row("a", "wall", "b", [1e-4, 0.01], least=25),
            "100 µs | b | 10.0 ms | 100× less | ≥ 25× less",
        ),
        (costs.Row("a", "wall", "b", [0.02, 0.01], most=4), "20.0 ms | b | 10.0 ms | 2.00× | ≤ 4×"),
        (costs.Row("a", "wall", "b", [0.02], most=4), "20.0 ms | b | – | – | ≤ 4×"),
    ],
)
def test_a_row_says_how_many_times_as_it_is_demanded(row: costs.Row, words: str) -> None:
    assert matches.as_line(row) == f"| a | wall | {words} |"


def test_bare_and_plain_processes_start_and_end(tmp_path: Path) -> None:
    for side in (*map(starting.bare, starting.IMPORTS.values()), starting.naive_match(tmp_path / "bot.py")):
        assert side(2).things == 2
        assert side(2).seconds > 0
