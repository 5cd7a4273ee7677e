"""A play worker knows nothing that is worth stealing: seen from inside, as `up` starts it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bots.sandbox import bubblewrap, cache, detect, forkserver
from caravan.up import programs
from caravan.up.isolate import isolated
from caravan.up.supervise import Program

REPORT = """
import json, os
from bots.sandbox import detect, open_launcher
rung = detect()
with open_launcher() as launcher:
    kind = type(launcher).__module__
places = os.listdir("/")
print(json.dumps([os.getuid(), rung.name, rung.reason, kind, os.access("/etc/hosts", os.R_OK), places]))
"""
SECRET = "hush-hush-hush"  # noqa: S105 of nobody
LOOK = Path(__file__).with_name("look_around.py").read_text()


VARIABLES = "STORE CACHE HEARTBEAT SANDBOX LOG LOG_LEVEL"
TOLD = {"PATH", "LANG", "REDIS_URL"} | {f"CARAVAN_{name}" for name in VARIABLES.split()}
"""All that a play worker is told; what starts it may add its folder and how letters are written."""


@pytest.fixture
def data(tmp_path, monkeypatch) -> Path:
    """An installation full of secrets, which are in the environment of `up` as well."""
    for name in ("DATABASE_URL", "CARAVAN_SECRET_KEY", "EMAIL_PASSWORD"):
        monkeypatch.setenv(name, f"postgres://caravan:{SECRET}@localhost/caravan")
    for name in ("admin-password", "secret-key", "caravan.sqlite3", "log/desk.log"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"it is {SECRET}")
    for name in ("versions", "broker"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(programs, "STORE", tmp_path / "versions")
    return tmp_path


def look(worker: Program, *places: Path | str) -> dict:
    """What a process finds that is started as this worker is, in its own view of the host."""
    around = [*worker.command[: worker.command.index(sys.executable)], sys.executable]
    start = [*around, "-c", LOOK, *map(str, places)]
    shown = subprocess.run(
        start, input=SECRET, capture_output=True, text=True, check=True, env=worker.environment
    )
    return json.loads(shown.stdout)


def test_a_play_worker_is_told_what_it_needs_and_nothing_else(data):
    found = look(programs.play(1, "unix:///nowhere", data / "broker"), data)
    assert set(found["environment"]) - {"PWD", "LC_CTYPE"} == TOLD
    assert "0" not in found["users"]


if os.geteuid() == 0:  # nobody else can start one

    def test_a_worker_of_roots_is_somebody_else_reads_names_and_runs_the_full_sandbox() -> None:
        assert detect().name == "full"  # and builds what the worker cannot
        command = [sys.executable, "-c", REPORT]
        inside = isolated(command, bubblewrap.bwrap(None), 61_999, read=[cache.own_cache()], network=False)
        shown = subprocess.run(inside, capture_output=True, text=True, check=True, env={"PATH": os.defpath})
        uid, rung, reason, kind, reads_names, places = json.loads(shown.stdout)
        assert (uid, rung, reads_names) == (61_999, "full", True), reason
        assert kind == forkserver.__name__
        assert not {"home", "srv", "boot"} & set(places)

    @pytest.mark.parametrize("network", [False, True], ids=["own broker", "broker elsewhere"])
    def test_a_worker_of_roots_reaches_no_secret_in_any_file_or_process(data, network, monkeypatch):
        monkeypatch.setattr(programs, "PLAY_UID", 61_999)
        worker = programs.play(1, "unix:///nowhere", None if network else data / "broker")
        found = look(worker, data, "/etc", "/home", "/root", "/run", "/srv", "/tmp", "/var")  # noqa: S108
        assert found["found"] == []
        assert (found["users"], found["groups"]) == (["61999"], [])
        assert found["capabilities"] == []

    def test_what_looks_for_secrets_would_find_them(data):
        found = look(Program("plain", [sys.executable], dict(os.environ)), data)
        assert {Path(path).name for path in found["found"]} > {
            "admin-password",
            "secret-key",
            "caravan.sqlite3",
        }
