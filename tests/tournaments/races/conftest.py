"""A real PostgreSQL, and places in the middle of transactions where one waits for another.

At a chosen place one waits until the other has come there too, has done what it wants to, or is kept from it
by a lock of the first, as the server says: both are always under way at once, however busy the machine is.
"""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from importlib import import_module

import pytest
from django.db import connections

from tests import databases, postgres
from tests.tournaments.racing import alone, meeting, stay_until


@pytest.fixture(scope="session")
def server():
    """The address of a private server; a new one would take seconds."""
    binaries = postgres.programs()
    if binaries is None:
        pytest.skip("there is no PostgreSQL: apt-get install postgresql")
    with postgres.server(binaries) as address:
        yield address


@pytest.fixture(scope="module")
def database(server, django_db_blocker):
    """The default database is an empty one of that server, in every thread."""
    with django_db_blocker.unblock(), databases.default(server):
        yield server


@pytest.fixture
def db(database):
    """Takes the place of pytest-django's, for the fixtures that build upon it."""
    yield
    connection = connections["default"]
    tables = ", ".join(connection.introspection.django_table_names(only_existing=True, include_views=False))
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {tables} CASCADE")


@pytest.fixture
def before(monkeypatch):
    """Does something before each call of a function in a service."""

    def at(place, act):
        module, name = place.split(".")
        service = import_module(f"tournaments.services.{module}")
        call = getattr(service, name)

        def called(*args, **named):
            act()
            return call(*args, **named)

        monkeypatch.setattr(service, name, called)

    return at


@pytest.fixture
def meet(before):
    """The first who comes to a place waits for the second."""
    return lambda place: before(place, meeting())


@pytest.fixture
def amid(before):
    """When the first comes to a place, another begins something; gives what came of that."""
    with ThreadPoolExecutor(1) as thread:

        def at(place, action):
            begun = []

            def begin():
                if not begun:
                    begun.append(action)  # at once: the other may come here too
                    begun.append(thread.submit(alone, action))
                    stay_until(begun[1].done)

            before(place, begin)
            return lambda: begun[1].result()

        yield at


@pytest.fixture
def amid_statement():
    """When this thread's transaction comes to a statement that begins so, another begins something."""
    with ThreadPoolExecutor(1) as thread, ExitStack() as wrappers:

        def at(beginning, action):
            begun, connection = [], connections["default"]

            def run(execute, sql, *rest):
                if not begun and connection.in_atomic_block and sql.startswith(beginning):
                    begun.append(thread.submit(alone, action))
                    stay_until(begun[0].done)
                return execute(sql, *rest)

            wrappers.enter_context(connection.execute_wrapper(run))
            return lambda: begun[0].result()

        yield at
