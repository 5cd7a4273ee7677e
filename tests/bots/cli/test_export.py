"""`caravan export`: what bots decided in records, a row for each decision."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pyarrow import parquet

from bots.cli import main
from bots.export.decisions import Decision, every_decision
from bots.play.questions import questions
from bots.sandbox import detect
from referee.fixture import FixtureRecord
from referee.games import GAMES
from referee.playthrough import random_match
from referee.record import Record
from tests.referee.test_fixture import fixture

PAGE = Path(__file__).parents[3] / "docs" / "training.md"
TRUST = [] if detect().name == "full" else ["--trust"]


def export(*words: object) -> Result:
    return CliRunner().invoke(main, ["export", *map(str, words)])


def rows(*words: object) -> list[dict]:
    result = export(*words)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def save(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def archive(path: Path, fixtures: int, one: FixtureRecord) -> Path:
    """As much of a season's archive as is read; so often the same fixture."""
    line = one.dumps() + "\n"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file, file.open("records.jsonl", "w") as lines:
        for _ in range(fixtures):
            lines.write(line.encode())
    return path


@pytest.mark.parametrize("game", GAMES)
def test_the_rows_of_a_record_are_the_questions_that_were_asked(tmp_path: Path, game: str) -> None:
    record = random_match(GAMES[game], GAMES[game].tables[0], "export")
    found = rows(save(tmp_path / "r.json", record.dumps()))
    asked = sorted(
        (one.move, seat, one.view, list(one.legal), one.played)
        for seat in range(record.seats)
        for one in questions(record, seat)
    )
    assert [(row["number"], row["seat"], row["view"], row["legal"], row["move"]) for row in found] == asked
    for row in found:
        assert row["legal"][row["action"]] == row["move"]
        assert (row["points"], row["rank"]) == (record.points[row["seat"]], record.ranks[row["seat"]])
        assert (row["match"], row["game"], row["seats"]) == (record.digest(), game, record.seats)
        assert (row["bot"], row["fixture"], row["all_points"]) == (None, None, record.points)


def test_what_caravan_play_has_kept_is_exported_with_who_sat_there(tmp_path: Path) -> None:
    words = ["house:sensible", "house:random", "--game", "pis_yedili", "--deals", "1", *TRUST]
    assert CliRunner().invoke(main, ["play", *words, "--record", str(tmp_path)]).exit_code == 0
    found = rows(tmp_path)
    sat = {(Path(row["source"]).stem, row["seat"], row["bot"]) for row in found}
    assert len(sat) == 4
    for record, seat, bot in sat:
        assert (tmp_path / f"{record}-seat-{seat}-{bot}.log").exists()
    assert {row["bot"] for row in rows(tmp_path, "--bot", "sensible")} == {"sensible"}
    next(tmp_path.glob("deal-0-rotation-1-seat-1-*.log")).unlink()
    assert {row["bot"] for row in rows(tmp_path / "deal-0-rotation-1.json")} == {None}


def test_a_fixture_says_who_decided_and_the_autopilot_decides_nothing(tmp_path: Path) -> None:
    document = save(tmp_path / "f.json", fixture().dumps())
    found = rows(document)
    assert {row["bot"] for row in found} == {"last", "first"}
    assert {(row["fixture"], row["deal"], row["rotation"]) for row in found} == {
        ("1.2.3.1", deal, rotation) for deal in range(2) for rotation in range(3)
    }
    assert all(row["action"] == (len(row["legal"]) - 1) * (row["bot"] == "last") for row in found)
    assert rows(document, "--bot", "last") == [row for row in found if row["bot"] == "last"]


def test_an_archive_of_a_season_is_exported_line_by_line(tmp_path: Path) -> None:
    played = fixture(deals=1)
    one = rows(save(tmp_path / "f.json", played.dumps()))
    many = rows(archive(tmp_path / "season.zip", 3, played))
    assert [{**row, "source": ""} for row in many] == [{**row, "source": ""} for row in one] * 3


def test_parquet_holds_the_same_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bots.cli.parquet.PORTION", 100)
    records = [random_match(GAMES["donkey"], 4, str(seed)) for seed in range(3)]
    for number, record in enumerate(records):
        save(tmp_path / f"{number}.json", record.dumps())
    output = tmp_path / "rows.parquet"
    result = export(tmp_path, "-o", output)
    table = parquet.read_table(output)
    expected = rows(tmp_path)
    assert result.stderr == f"{len(expected)} decisions in {output}\n"
    assert [{**row, "view": json.loads(row["view"])} for row in table.to_pylist()] == expected
    assert parquet.ParquetFile(output).num_row_groups == 1 + len(expected) // 100 > 2


def test_json_lines_are_written_to_a_file(tmp_path: Path) -> None:
    record = save(tmp_path / "r.json", random_match(GAMES["tuareg"], 2, "1").dumps())
    assert export(record, "-o", tmp_path / "rows.jsonl").stdout == ""
    assert (tmp_path / "rows.jsonl").read_text() == export(record).stdout


def test_a_link_leads_to_its_file_and_a_pipe_stays_one(tmp_path: Path) -> None:
    record = save(tmp_path / "r.json", random_match(GAMES["tuareg"], 2, "1").dumps())
    link, pipe, rows = tmp_path / "link", tmp_path / "pipe", tmp_path / "rows.jsonl"
    link.symlink_to(rows)
    export(record, "-o", link)
    assert link.is_symlink()
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cp", "--copy-contents", pipe, tmp_path / "read"])
    assert export(record, "-o", pipe).exit_code == 0
    assert reader.wait(timeout=60) == 0
    assert (tmp_path / "read").read_text() == rows.read_text()
    assert pipe.is_fifo()


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_told_with_its_place(tmp_path: Path, unbuffered: str) -> None:
    record = save(tmp_path / "r.json", random_match(GAMES["tuareg"], 2, "1").dumps())
    command = [Path(sys.executable).parent / "caravan", "export", record]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
        )
    assert done.returncode == 3
    assert done.stderr.startswith("Error: What is printed")
    assert done.stderr.endswith("cannot be written: No space left on device.\n")


def test_without_pyarrow_it_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = export(tmp_path, "-o", tmp_path / "rows.parquet")
    assert result.exit_code == 3
    assert result.stderr.startswith("Error: Parquet needs pyarrow: pip install pyarrow.")
    assert list(tmp_path.iterdir()) == []


def tampered(record: Record) -> str:
    return json.dumps(record.to_json() | {"points": [0] * record.seats})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (lambda record: "{}", "bad.json, game: is missing."),
        (lambda record: record.dumps()[:-20], "bad.json: is not JSON, or cut off"),
        (tampered, "bad.json, points: or ranks are not those that the moves give."),
        (lambda record: record.dumps().replace('"deal ', '"steal ', 1), "bad.json, moves[0]: "),
    ],
)
def test_what_is_no_true_record_is_named_and_nothing_is_left(tmp_path: Path, text, said: str) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    save(folder / "bad.json", text(random_match(GAMES["pis_yedili"], 2, "1")))
    result = export(folder, "-o", tmp_path / "rows.jsonl")
    assert result.exit_code == 2
    assert said in result.stderr
    assert list(tmp_path.iterdir()) == [folder]


def test_a_zip_without_records_is_named(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bot.zip", "w") as file:
        file.writestr("bot.py", "")
    result = export(tmp_path / "bot.zip")
    assert result.exit_code == 2
    assert "bot.zip, records.jsonl: is not there" in result.stderr


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    result = export(tmp_path, "-o", tmp_path / "nowhere" / "rows.jsonl")
    assert result.exit_code == 2
    assert "rows.jsonl.part: No such file or directory." in result.stderr


def test_a_reader_that_goes_away_ends_it_quietly(tmp_path: Path) -> None:
    record = save(tmp_path / "r.json", random_match(GAMES["donkey"], 12, "1").dumps())
    command = [sys.executable, "-c", "from bots.cli import main; main()", "export", str(record)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stderr
        json.loads(process.stdout.readline())
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 141


def test_more_matches_take_no_more_memory(tmp_path: Path) -> None:
    played = fixture(("last", "first"), deals=10, rules={})

    def peak(fixtures: int) -> int:
        path = archive(tmp_path / f"{fixtures}.zip", fixtures, played)
        tracemalloc.start()
        count = sum(1 for _ in every_decision([path]))
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert count > 1000 * fixtures
        return most

    assert peak(6) < 1.5 * peak(1)


def test_the_page_tells_of_every_column() -> None:
    section = (
        PAGE.read_text(encoding="utf-8").partition("<!-- columns -->")[2].partition("<!-- /columns -->")[0]
    )
    named = [
        name
        for cell in re.findall(r"^\| (`[^|]+) \|", section, re.M)
        for name in re.findall(r"`(\w+)`", cell)
    ]
    assert named == list(Decision.__struct_fields__)
