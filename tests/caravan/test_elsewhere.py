"""PostgreSQL and a broker on the network instead of what `up` brings along; the broker in a wheel."""

from __future__ import annotations

import socket
import subprocess

import pytest

from caravan import programs
from tests import postgres
from tests.launched import Launched, eventually


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


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


def test_with_postgres_and_a_broker_elsewhere_all_is_the_same(tmp_path, redis):
    binaries = postgres.programs()
    if not binaries:
        pytest.skip("there is no PostgreSQL for this user: apt-get install postgresql")
    with postgres.server(binaries) as database:
        caravan = Launched(tmp_path / "data", "--once", DATABASE_URL=database, REDIS_URL=redis)
        assert caravan.process.wait(120) == 0, caravan.said
    assert "1. " in caravan.said
    assert not (caravan.data / "caravan.sqlite3").exists()
    assert not (caravan.data / "log" / "broker.log").exists()


def test_without_a_server_on_the_path_the_wheels_is_the_broker(monkeypatch):
    monkeypatch.setenv("PATH", "")
    version = subprocess.check_output([programs.server(), "--version"], text=True)
    assert "valkey" in version.lower()
