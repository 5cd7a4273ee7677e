"""`manage.py play_season` as an organiser meets it: one command, a whole season, its table."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, nullcontext, suppress
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from caravan import whole_season
from caravan.management.commands import play_season
from caravan.season_shape import Shape
from caravan.up import installation
from tests import remains
from tests.launched import PATIENCE, ROOT, Launched, eventually
from tournaments.models import Season

ROW = re.compile(r"^ *(\d+)\. ([\w-]+) +(-?\d+\.\d\d) +\d+\.\d\d +\d+\.\d\d +(\d+) +\d+ *(\w*)$", re.M)
DIVISION = re.compile(r"^Division \d .*\n((?: *\d+\. .*\n)+)", re.M)
MOVE = re.compile(r"\. ([\w-]+) .*(up|down)$", re.M)

HOLD = """
import sys, time
from pathlib import Path
from caravan.up.installation import claim
claim(Path(sys.argv[1]))
time.sleep(600)
"""
"""Runs Caravan on a folder, as far as others can tell."""


def environment(data):
    """What the command is to know."""
    inherited = {name: value for name, value in os.environ.items() if not name.endswith("_URL")}
    return {**inherited, "CARAVAN_DATA": str(data)}


def play(data, *words):
    """Exit code and all that the command prints."""
    done = subprocess.run(
        [sys.executable, "manage.py", "play_season", *words], cwd=ROOT, check=False, text=True,
        env=environment(data),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    return done.returncode, done.stdout


def test_a_whole_season_is_played_by_workers_of_its_own(tmp_path, record_property):
    code, said = play(tmp_path / "data", "--league", "donkey", "--bots", "7", "--rounds", "3")
    assert code == 0, said
    fixtures = int(re.search(r"Rated again: (\d+) fixtures, \d+ placings, all exact\.", said)[1])
    record_property("fixtures", fixtures)
    rows = ROW.findall(said)
    places = [int(place) for place, *_ in rows]
    assert places == sorted(places)
    assert places[0] == 1
    assert {int(played) for *_, played, _ in rows} == {3}
    scores = [float(score) for _, _, score, *_ in rows]
    assert scores == sorted(scores, reverse=True)
    archive, size = re.search(r"Archive: (\S+\.zip), (\d+) kB", said).groups()
    assert round(Path(archive).stat().st_size / 1000) == int(size) > 0
    assert "true        The house's Donkey, Season 1" in said
    medals = {1: "gold", 2: "silver", 3: "bronze"}
    assert [medal for *_, medal in rows] == [
        medals.get(place, "") if place < places[-1] else "" for place in places
    ]
    assert not list(tmp_path.glob("data/broker/*"))


def test_two_seasons_of_two_divisions_end_in_finals_and_bots_move_between_them(tmp_path, record_property):
    words = ["--bots", "6", "--divisions", "2", "--stages", "ladder:2,knockout"]
    code, said = play(tmp_path / "data", "--league", "pis_yedili", "pis_yedili", *words)
    assert code == 0, said
    assert said.count("3+3 bots, ladder, knockout, tables of 2.") == 2
    first, second, *later = DIVISION.findall(said)
    [(falls, down)], [(climbs, up)] = MOVE.findall(first), MOVE.findall(second)
    assert (down, up) == ("down", "up")
    assert f" {climbs} " in later[0]
    assert f" {falls} " in later[1]
    assert len(MOVE.findall(later[0] + later[1])) == 2
    with closing(sqlite3.connect(tmp_path / "data" / "caravan.sqlite3")) as database:
        finals = "select r.number from tournaments_round r where r.stage = 2"
        assert database.execute(finals).fetchall() == [(3,)] * 4
    record_property("whole seasons", 2)


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


def test_one_that_waits_for_workers_that_run_ends_quietly_when_it_is_interrupted(tmp_path):
    holder = subprocess.Popen([sys.executable, "-c", HOLD, tmp_path / "data"], cwd=ROOT / "platform")
    assert eventually(lambda: installation.claimed(tmp_path / "data"))
    with (tmp_path / "said").open("wb") as said:
        waiting = subprocess.Popen(
            [sys.executable, "manage.py", "play_season", "--league", "donkey"], cwd=ROOT,
            env=environment(tmp_path / "data"), stdout=said, stderr=said,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )  # fmt: skip
    try:
        assert eventually(lambda: "tables of" in (tmp_path / "said").read_text())
        waiting.send_signal(signal.SIGINT)
        assert waiting.wait(600) == 130
        assert "Traceback" not in (tmp_path / "said").read_text()
    finally:
        waiting.kill()
        holder.kill()
        waiting.wait()
        holder.wait()


@pytest.fixture
def started(tmp_path):
    """Starts the command on its own: the process, and a function for what it has said."""
    processes = []

    def start(*words):
        with (tmp_path / "said").open("wb") as said:
            process = subprocess.Popen(
                [sys.executable, "manage.py", "play_season", "--league", "donkey", *words], cwd=ROOT,
                env=environment(tmp_path / "data"), stdout=said, stderr=said,
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            )  # fmt: skip
        processes.append(process)
        return process, (tmp_path / "said").read_text

    yield start
    for process in processes:
        process.kill()
        process.wait()


def ended(process, number):
    """Its exit code, once nothing of what it had started is left."""
    with remains.adopting():
        known = remains.family(os.getpid())
        begun = remains.family(process.pid)
        assert begun
        process.send_signal(number)
        code = process.wait(PATIENCE)
        assert eventually(lambda: remains.reaped(known - begun))
    return code


def kept(data, query):
    """What its database holds, nothing while there is none."""
    with (
        suppress(sqlite3.OperationalError),
        closing(sqlite3.connect(f"file:{data}/caravan.sqlite3?mode=ro", uri=True)) as database,
    ):
        return database.execute(query).fetchall()
    return []


def test_one_that_makes_bots_ends_at_once_and_leaves_no_season(started, tmp_path):
    process, said = started("--bots", "1000")
    second = "select * from tournaments_bot where name = 'sensible-2'"
    assert eventually(lambda: kept(tmp_path / "data", second))
    assert ended(process, signal.SIGTERM) == 143
    assert "Traceback" not in said()
    data = tmp_path / "data"
    assert kept(data, "select count(*) from tournaments_bot")[0][0] < 1000
    assert kept(data, "select * from tournaments_season") == []
    assert not list(data.glob("versions/.new-*"))


def test_one_that_plays_ends_its_workers_and_says_what_it_leaves(started, tmp_path):
    process, said = started("--bots", "2", "--rounds", "1000")
    finished = "select * from tournaments_fixture where state = 'finished'"
    assert eventually(lambda: kept(tmp_path / "data", finished))
    assert ended(process, signal.SIGINT) == 130
    assert "Season 1 is left under way: what plays on this database next plays it on." in said()
    assert "Traceback" not in said()
    assert not list(tmp_path.glob("data/broker/*"))


@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_full_is_told_in_a_sentence(monkeypatch):
    monkeypatch.setattr(play_season, "workers", lambda say: nullcontext(play_season.patiently))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # pages that other tests have left empty would be room
        [pages] = cursor.execute("PRAGMA page_count").fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
    try:
        with pytest.raises(CommandError, match=r"refuses: database or disk is full\. Make room on its disk"):
            call_command("play_season", "--league", "donkey", "--bots", "100")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA max_page_count = 1073741823")
    assert not Season.objects.exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ["--league", "nowhere"],
            r"There is no league nowhere \(there are none yet\) and no such game \(.*donkey",
        ),
        (["--league", "donkey", "--speed", "fast"], "max, or a number of seconds between two rounds"),
        (["--league", "donkey", "--bots", "0"], "a number from 1 on"),
        (["--league", "donkey", "--stages", "chess"], "'chess' is no stage. It is written ladder"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(tmp_path, words, told):
    code, said = play(tmp_path / "data", *words)
    assert code != 0
    assert re.search(told, said), said
    assert "Traceback" not in said


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--stages", "knockout,ladder"], "stages: Stage 1: nothing follows a knockout"),
        (["--stages", "knockout:double"], "stages: Stage 1: only a knockout at tables of two can be double."),
        (["--move", "1"], "promote: There is one division only, so nobody can move."),
        (["--divisions", "3", "--move", "2"], "promote: 2 up and 2 down are more than the 2 of a division."),
        (["--divisions", "4"], "4 divisions need 8 bots at least, not 6."),
    ],
)
def test_a_shape_that_no_season_can_have_is_refused_before_anything_starts(words, told):
    with pytest.raises(CommandError, match=re.escape(told)):
        call_command("play_season", "--league", "donkey", *words)
    assert not Season.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, OSError])
def test_a_season_that_could_not_begin_is_not_there(error, monkeypatch):
    def ended(**_):
        raise error

    monkeypatch.setattr("tournaments.services.seasons.start", ended)
    league, shape = whole_season.league("donkey"), Shape([{"format": "ladder", "rounds": 1}], [3], 0)
    with pytest.raises(error):
        whole_season.begin(league, shape, gap=0)
    assert not Season.objects.exists()
