"""`manage.py play_season` as an organiser meets it: one command, a whole season, its table."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.launched import ROOT, Launched

ROW = re.compile(r"^ *(\d+)\. ([\w-]+) +(-?\d+\.\d\d) +\d+\.\d\d +\d+\.\d\d +(\d+) +\d+ *(\w*)$", re.M)


def play(data, *words):
    """Exit code and all that the command prints."""
    inherited = {name: value for name, value in os.environ.items() if not name.endswith("_URL")}
    done = subprocess.run(
        [sys.executable, "manage.py", "play_season", *words], cwd=ROOT, check=False, text=True,
        env={**inherited, "CARAVAN_DATA": str(data)},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    return done.returncode, done.stdout


def test_a_whole_season_is_played_by_workers_of_its_own(tmp_path, record_property):
    code, said = play(tmp_path / "data", "--league", "donkey", "--bots", "7", "--rounds", "3")
    assert code == 0, said
    fixtures = int(re.search(r"Rated again: (\d+) fixtures, \d+ placings, all exact\.", said)[1])
    record_property("fixtures", fixtures)
    rows = ROW.findall(said)
    assert [int(place) for place, *_ in rows] == list(range(1, 8))
    assert {int(played) for *_, played, _ in rows} == {3}
    scores = [float(score) for _, _, score, *_ in rows]
    assert scores == sorted(scores, reverse=True)
    archive, size = re.search(r"Archive: (\S+\.zip), (\d+) kB", said).groups()
    assert round(Path(archive).stat().st_size / 1000) == int(size) > 0
    assert "true        The house's Donkey, Season 1" in said
    assert [medal for *_, medal in ROW.findall(said)] == ["gold", "silver", "bronze", *[""] * 4]
    assert not list(tmp_path.glob("data/broker/*"))


def test_where_caravan_runs_its_workers_play_it(tmp_path):
    caravan = Launched(tmp_path / "data")
    try:
        assert caravan.served(), caravan.said
        code, said = play(tmp_path / "data", "--league", "pis_yedili", "--bots", "2", "--rounds", "2")
        assert code == 0, said
        assert "Played by the workers that run." in said
        assert len(ROW.findall(said)) == 2
        state = "select s.state from tournaments_season s join tournaments_league l on l.id = s.league_id"
        assert caravan.rows(f"{state} where l.slug = 'house-pis-yedili'") == [("closed",)]
    finally:
        caravan.stop()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ["--league", "nowhere"],
            r"There is no league nowhere \(only none\) and no such game \(.*donkey",
        ),
        (["--league", "donkey", "--speed", "fast"], "max, or a number of seconds between two rounds"),
        (["--league", "donkey", "--bots", "0"], "a number from 1 on"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(tmp_path, words, told):
    code, said = play(tmp_path / "data", *words)
    assert code != 0
    assert re.search(told, said), said
    assert "Traceback" not in said
