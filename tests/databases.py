"""Another default database than the tests' own, for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from django.core.management import call_command
from django.db import connections

from caravan import environment


@contextmanager
def default(address: str) -> Iterator[None]:
    """The database of this DATABASE_URL, with all tables, is what everything uses."""
    usual, before = connections.settings["default"], connections["default"]
    made = connections.configure_settings({"default": environment.database(address)})["default"]
    connections.settings["default"] = made
    del connections["default"]
    try:
        call_command("migrate", verbosity=0)
        yield
    finally:
        connections["default"].close()
        connections.settings["default"], connections["default"] = usual, before


def created(server: str, name: str) -> str:
    """Makes an empty database on a PostgreSQL server; its address."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {name}")
    return server.rpartition("/")[0] + f"/{name}"
