"""`manage.py up` as a person meets it: one command, one address, nothing left."""

from __future__ import annotations

import os
import re
import signal
import socket
import stat
import tempfile
from pathlib import Path

import pytest

from tests.launched import PATIENCE, Launched, eventually, slow_demo

RUNNING = "select fixture_id from tournaments_attempt where state = 'running'"


@pytest.fixture
def launch(tmp_path):
    """Starts `up` on a folder of its own; whatever a test leaves is ended."""
    started = []

    def start(*options: str, data: str = "data", **variables: str) -> Launched:
        started.append(Launched(tmp_path / data, *options, **variables))
        return started[-1]

    yield start
    for one in started:
        one.stop()


@pytest.fixture
def short():
    """A temporary folder whose path leaves room for a socket's name."""
    with tempfile.TemporaryDirectory(prefix="short-", dir="/tmp") as folder:
        yield Path(folder)


def alive(pids) -> list[int]:
    return [
        pid
        for pid in pids
        if Path(f"/proc/{pid}").exists() and " Z " not in Path(f"/proc/{pid}/stat").read_text()
    ]


def test_once_shows_a_rated_fixture_on_its_page_and_stops(launch):
    caravan = launch("--once")
    assert caravan.process.wait(PATIENCE) == 0, caravan.said
    assert re.search(r"Fixture [\d.]+ of \w+: \d+ matches, seen at /fixtures/\d+/", caravan.said)
    assert re.search(r"1\. \w+: mu 25\.00 to ", caravan.said)
    assert caravan.family() == {}


def test_a_rated_fixture_is_played_on_the_lower_rung_where_that_is_asked_for(launch):
    caravan = launch("--once", CARAVAN_SANDBOX="landlock")
    assert caravan.process.wait(PATIENCE) == 0, caravan.said
    assert "The sandbox is landlock: Landlock " in (caravan.data / "log" / "play1.log").read_text()


def test_the_data_folder_is_closed_its_secrets_too_and_a_second_one_on_it_says_so(launch):
    caravan = launch()
    assert caravan.served(), caravan.said
    password = re.search(r"password (\S+)", caravan.said)[1]
    assert (caravan.data / "admin-password").read_text() == password
    modes = {
        name: stat.S_IMODE(os.stat(caravan.data / name).st_mode)
        for name in (".", "admin-password", "secret-key")
    }
    assert modes == {".": 0o700, "admin-password": 0o600, "secret-key": 0o600}
    second = launch()
    assert second.process.wait(PATIENCE) == 1
    assert re.search(
        r"Caravan already runs on .* \(process \d+\)\. Stop it, or choose another folder\.", second.said
    )


def test_every_process_that_dies_is_started_again(launch, record_property):
    record_property("kills", 5)
    caravan = launch()
    assert caravan.served(), caravan.said
    for words in ("uvicorn", "caravan.desk worker", "caravan.desk beat", "caravan.play worker", "unixsocket"):
        first = caravan.kill(words)
        assert eventually(lambda words=words, first=first: caravan.pid(words) not in {0, first}), words
    assert eventually(caravan.ready)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_however_it_ends_nothing_is_left(launch, number, tmp_path):
    caravan = launch(**slow_demo(tmp_path))
    assert caravan.served(), caravan.said
    assert eventually(lambda: caravan.rows(RUNNING) and caravan.bots())
    family = caravan.family()
    assert caravan.stop(number) == (-signal.SIGKILL if number == signal.SIGKILL else 0)
    assert eventually(lambda: not alive(family)), [family[pid] for pid in alive(family)]


def test_a_taken_port_is_named_with_the_remedy(launch):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        caravan = launch("--port", str(port))
        assert caravan.process.wait(PATIENCE) == 1
    assert f"Port {port} of 127.0.0.1 cannot be used (Address already in use). Choose another" in caravan.said


def test_a_port_that_cannot_be_is_refused_in_a_sentence(launch):
    caravan = launch("--port", "99999")
    assert caravan.process.wait(PATIENCE) == 1
    assert "Port 99999 of 127.0.0.1 cannot be used (the highest is 65535)." in caravan.said
    assert "Traceback" not in caravan.said


def test_a_folder_that_cannot_be_made_is_refused_in_a_sentence(launch, tmp_path):
    (tmp_path / "file").write_text("")
    caravan = launch("--data", str(tmp_path / "file" / "data"))
    assert caravan.process.wait(PATIENCE) == 1
    assert "cannot hold the data (Not a directory)." in caravan.said
    assert "Traceback" not in caravan.said


def test_a_data_folder_whose_path_is_too_long_for_a_socket_leaves_nothing_elsewhere(launch, short):
    caravan = launch(data="/".join(["a-rather-long-name"] * 6), TMPDIR=str(short), XDG_RUNTIME_DIR="")
    assert caravan.served(), caravan.said
    (private,) = short.glob("caravan-*")
    assert stat.S_IMODE(private.stat().st_mode) == 0o700
    assert caravan.stop() == 0
    assert list(short.iterdir()) == []


def test_a_fixture_whose_worker_was_killed_is_played_by_another_attempt_and_counts_once(
    launch, tmp_path, record_property
):
    record_property("kills", 1)
    caravan = launch(**slow_demo(tmp_path))
    assert caravan.served(), caravan.said
    assert eventually(lambda: caravan.rows(RUNNING) and caravan.bots())
    [(fixture,), *_] = caravan.rows(RUNNING)
    caravan.kill("caravan.play worker")
    attempts = "select state from tournaments_attempt where fixture_id = ? order by number"
    tried = eventually(lambda: (rows := caravan.rows(attempts, fixture))[-1] == ("done",) and rows)
    assert {*tried[:-1]} == {("lost",)}  # a host that is very busy loses more than was killed
    rated = "select count(*) from tournaments_placing where fixture_id = ? and mu_after is not null"
    assert eventually(lambda: caravan.rows(rated, fixture)[0][0]) == 2
    matches = "select count(*), count(record) from tournaments_match where fixture_id = ?"
    assert caravan.rows(matches, fixture) == [(2, 2)]
    assert "all exact" in caravan.manage("rebuild_ratings", "slow/1")
