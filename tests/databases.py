"""Another default database than the tests' own, for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
from django.core.management import call_command
from django.db import connections

from caravan import environment


@contextmanager
def default(address: str) -> Iterator[None]:
    """The database of this DATABASE_URL, with all tables, is what everything uses."""
    with _connected(address):
        if address.startswith("sqlite:") and not Path(connections["default"].settings_dict["NAME"]).exists():
            Path(connections["default"].settings_dict["NAME"]).write_bytes(_fresh())
        else:
            call_command("migrate", verbosity=0)
        yield


@contextmanager
def _connected(address: str) -> Iterator[None]:
    usual, before = connections.settings["default"], connections["default"]
    made = connections.configure_settings({"default": environment.database(address)})["default"]
    connections.settings["default"] = made
    del connections["default"]
    try:
        yield
    finally:
        connections["default"].close()
        connections.settings["default"], connections["default"] = usual, before


@cache
def _fresh() -> bytes:
    """An SQLite database with all tables and nothing in them: making one takes a second."""
    with TemporaryDirectory() as folder, _connected(f"sqlite:///{folder}/fresh.sqlite3"):
        call_command("migrate", verbosity=0)
        connections["default"].close()
        return Path(folder, "fresh.sqlite3").read_bytes()


def created(server: str, name: str) -> str:
    """Makes an empty database on a PostgreSQL server; its address."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {name}")
    return server.rpartition("/")[0] + f"/{name}"
