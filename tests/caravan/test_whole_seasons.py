"""Seasons of house bots that nobody looks after, from draft to archive, on each database with a broker."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import contextmanager
from zipfile import ZipFile

import pytest
from django.test import Client, override_settings

from referee.games import GAMES
from tests import brokers, databases, postgres
from tests.launched import ROOT
from tournaments.models import Attempt, Entry, Fixture, Season

SIZES = [
    pytest.param(["donkey", "pis_yedili"], 4, 1, id="two games"),
    pytest.param(list(GAMES), 12, 4, id="five games", marks=pytest.mark.long),
]


@pytest.fixture(params=["sqlite", "postgres"])
def variables(request, tmp_path):
    """Those of an installation: SQLite and the broker that it brings along, or PostgreSQL and Redis."""
    data = tmp_path / "data"
    if request.param == "sqlite":
        yield {"CARAVAN_DATA": str(data), "DATABASE_URL": f"sqlite:///{data}/caravan.sqlite3"}
        return
    binaries = postgres.programs()
    if binaries is None:
        pytest.skip("there is no PostgreSQL: apt-get install postgresql")
    with postgres.server(binaries) as database, brokers.server(tmp_path) as broker:
        yield {"CARAVAN_DATA": str(data), "DATABASE_URL": database, "REDIS_URL": broker}


def command(*words, **variables):
    """Exit code and all that a command of this Python prints; nobody is there to answer it."""
    inherited = {name: value for name, value in os.environ.items() if not name.endswith("_URL")}
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env={**inherited, **variables}, check=False, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    return done.returncode, done.stdout


@contextmanager
def looked_at(variables):
    """That installation is the one of this process."""
    data = override_settings(CARAVAN_DATA=variables["CARAVAN_DATA"])
    with data, databases.default(variables["DATABASE_URL"]):
        yield


@pytest.mark.parametrize(("games", "bots", "rounds"), SIZES)
def test_a_season_in_each_game_runs_unattended_from_draft_to_archive(
    games, bots, rounds, variables, tmp_path, django_db_blocker, record_property
):
    words = ["--bots", str(bots), "--rounds", str(rounds), "--league", *games]
    code, said = command("manage.py", "play_season", *words, **variables)
    assert code == 0, said
    with django_db_blocker.unblock(), looked_at(variables):
        assert Season.objects.count() == len(games)
        for game in games:
            season = Season.objects.get(league__game=game)
            check(season, bots, rounds)
            file = tmp_path / f"{game}.zip"
            file.write_bytes(downloaded(season))
            assert_proved(file, season)
        played = Fixture.objects.filter(state=Fixture.State.FINISHED).count()
        assert Attempt.objects.filter(state=Attempt.State.DONE).exclude(worker="").count() == played
    record_property("whole seasons", len(games))
    record_property("fixtures", played)


def check(season, bots, rounds):
    """It is over, every entry has its place, and everybody has played every round."""
    assert season.state == Season.State.CLOSED
    assert season.divisions.get().settled == rounds
    entries = Entry.objects.filter(division__season=season, house=False).order_by("final_rank")
    scores = sorted((one.score for one in entries), reverse=True)
    ranks = [1 + scores.index(score) for score in scores]
    assert [one.final_rank for one in entries] == ranks
    medals = {rank: medal for rank, medal in enumerate(("gold", "silver", "bronze"), 1) if rank < ranks[-1]}
    assert [one.medal for one in entries] == [medals.get(rank, "") for rank in ranks]
    assert {one.placings.exclude(mu_after=None).count() for one in entries} == {rounds}


def downloaded(season):
    """Its archive, as its page hands it to anybody."""
    answer = Client().get(f"/leagues/{season.league.slug}/seasons/{season.number}/archive.zip")
    assert answer.status_code == 200
    return b"".join(answer.streaming_content)


def assert_proved(file, season):
    """A command proves the archive, and refuses it with one byte of a record changed."""
    code, said = command("-m", "tournaments.verify", str(file))
    assert code == 0, said
    assert re.search(rf"^true +{season.league.title}, {season.title}$", said, re.M)
    with ZipFile(file) as archive:
        part = archive.getinfo("records.jsonl")
    content = bytearray(file.read_bytes())
    content[part.header_offset + 60 + part.compress_size // 2] ^= 1
    changed = file.with_name("changed.zip")
    changed.write_bytes(content)
    code, said = command("-m", "tournaments.verify", str(changed))
    assert (code, said.partition(": ")[0]) == (1, "verify"), said
    assert part.filename in said
