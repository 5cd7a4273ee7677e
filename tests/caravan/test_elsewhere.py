"""PostgreSQL and a broker on the network instead of what `up` brings along; the broker in a wheel."""

from __future__ import annotations

import subprocess

import pytest

from caravan.up import programs
from tests import brokers, postgres
from tests.launched import PATIENCE, Launched


@pytest.fixture
def redis(tmp_path):
    """The address of a broker on the network that is thrown away."""
    with brokers.server(tmp_path) as address:
        yield address


def test_with_postgres_and_a_broker_elsewhere_all_is_the_same(tmp_path, redis):
    binaries = postgres.programs()
    if not binaries:
        pytest.skip("there is no PostgreSQL for this user: apt-get install postgresql")
    with postgres.server(binaries) as database:
        caravan = Launched(tmp_path / "data", "--once", DATABASE_URL=database, REDIS_URL=redis)
        assert caravan.process.wait(PATIENCE) == 0, caravan.said
    assert "1. " in caravan.said
    assert not (caravan.data / "caravan.sqlite3").exists()
    assert not (caravan.data / "log" / "broker.log").exists()


def test_without_a_server_on_the_path_the_wheels_is_the_broker(monkeypatch):
    monkeypatch.setenv("PATH", "")
    version = subprocess.check_output([programs.server(), "--version"], text=True)
    assert "valkey" in version.lower()
