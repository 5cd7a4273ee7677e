"""PostgreSQL and a broker on the network instead of what `up` brings along; the broker in a wheel."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

from caravan import programs
from tests.launched import Launched, eventually


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


@pytest.fixture(scope="module")
def postgres(tmp_path_factory):
    """The address of a PostgreSQL server that is thrown away."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not found:
        pytest.skip("there is no PostgreSQL: apt-get install postgresql")
    folder, port = tmp_path_factory.mktemp("postgres"), free_port()
    user: list[str] = []
    if os.geteuid() == 0:  # it refuses to be root's
        user = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups"]
        shutil.chown(folder, "postgres")
        for parent in folder.parents[:2]:
            parent.chmod(0o711)
    command = [
        *user,
        str(found[-1] / "initdb"),
        "--pgdata",
        str(folder / "db"),
        "--username",
        "caravan",
        "--no-sync",
    ]
    subprocess.run(command, check=True, capture_output=True, cwd="/")
    options = ["-F", "-p", str(port), "-k", str(folder), "-c", "listen_addresses=127.0.0.1"]
    server = subprocess.Popen(
        [*user, str(found[-1] / "postgres"), "-D", str(folder / "db"), *options],
        stderr=subprocess.DEVNULL,
        cwd="/",
    )
    try:
        assert eventually(lambda: (folder / "db" / "postmaster.pid").exists() and answers(port))
        yield f"postgres://caravan@127.0.0.1:{port}/postgres"
    finally:
        server.terminate()
        server.wait(20)


@pytest.fixture
def redis(tmp_path):
    """The address of a broker on the network that is thrown away."""
    port = free_port()
    command = [
        programs.server(),
        "--port",
        str(port),
        "--bind",
        "127.0.0.1",
        "--save",
        "",
        "--dir",
        str(tmp_path),
    ]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        assert eventually(lambda: answers(port))
        yield f"redis://127.0.0.1:{port}/3"
    finally:
        server.terminate()
        server.wait(20)


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_with_postgres_and_a_broker_elsewhere_all_is_the_same(tmp_path, postgres, redis):
    caravan = Launched(tmp_path / "data", "--once", DATABASE_URL=postgres, REDIS_URL=redis)
    assert caravan.process.wait(120) == 0, caravan.said
    assert "1. " in caravan.said
    assert not (caravan.data / "caravan.sqlite3").exists()
    assert not (caravan.data / "log" / "broker.log").exists()


def test_without_a_server_on_the_path_the_wheels_is_the_broker(monkeypatch):
    monkeypatch.setenv("PATH", "")
    version = subprocess.check_output([programs.server(), "--version"], text=True)
    assert "valkey" in version.lower()
