"""`manage.py backup` of a Caravan that runs, and `restore` in another place, as an operator does it."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.launched import PATIENCE, ROOT, Launched, eventually

RATED = "select count(*) from tournaments_placing where mu_after is not null"


def manage(data, *words):
    """Exit code and all that a command prints."""
    done = subprocess.run(
        [sys.executable, "manage.py", *map(str, words)], cwd=ROOT, check=False, text=True,
        env={**os.environ, "CARAVAN_DATA": str(data)}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    return done.returncode, done.stdout


@pytest.fixture
def caravan(tmp_path):
    """One with rated fixtures, under way."""
    started = Launched(tmp_path / "data", CARAVAN_LEASE="60")
    try:
        assert started.served(), started.said
        assert eventually(lambda: started.rows(RATED)[0][0])
        yield started
    finally:
        started.stop()


def test_a_running_one_is_backed_up_and_goes_on_elsewhere(caravan, tmp_path):
    file, elsewhere = tmp_path / "backup", tmp_path / "elsewhere"
    code, said = manage(caravan.data, "backup", file)
    assert code == 0, said
    assert re.search(r"backup: \d+ files, [\d,]+ kB, every one read again\.", said)

    code, said = manage(caravan.data, "restore", file, "--replace")
    assert code == 1
    assert "Caravan already runs on" in said

    code, said = manage(elsewhere, "restore", file)
    assert code == 0, said
    assert re.search(r"\d+ rows of .* UTC by Caravan 0\.1\.0 on sqlite are back\.", said)
    code, said = manage(elsewhere, "rebuild_ratings", "pis-yedili-open/1")
    assert (code, "all exact" in said) == (0, True), said

    code, said = manage(elsewhere, "restore", file)
    assert code == 1
    assert "stop it, wait 30 s" in said or "There is something in this database already" in said

    again = Launched(elsewhere, "--once")
    assert again.process.wait(PATIENCE) == 0, again.said


def test_what_is_no_backup_touches_nothing(tmp_path):
    (tmp_path / "backup").write_text("a letter")
    code, said = manage(tmp_path / "data", "restore", tmp_path / "backup")
    assert code == 1
    assert "backup is not a whole backup" in said
    assert not (tmp_path / "data" / "caravan.sqlite3").exists()
