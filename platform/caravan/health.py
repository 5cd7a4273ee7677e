"""Two questions that an operator's probes ask: is this process alive, and can all of Caravan do its work?"""

from __future__ import annotations

import functools

from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from kombu.exceptions import OperationalError

from caravan.desk import app
from tournaments import operations


def alive(request: HttpRequest) -> JsonResponse:
    """200 while the process answers at all."""
    return JsonResponse({"alive": True})


def ready(request: HttpRequest) -> JsonResponse:
    """200 with everything that fixtures need; else 503 with false for what is missing."""
    database = database_answers()
    migrated = database and migrations_are_applied()
    found = {
        "database": database,
        "migrations": migrated,
        "broker": broker_answers(),
        "workers": migrated and bool(operations.workers(timezone.now())),
    }
    return JsonResponse(found, status=200 if all(found.values()) else 503)


def database_answers() -> bool:
    """Whether a trivial query comes back."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def migrations_are_applied() -> bool:
    """Whether the database is as far as the code."""
    return shipped() <= set(MigrationRecorder(connection).applied_migrations())


@functools.cache
def shipped() -> frozenset[tuple[str, str]]:
    """App and name of every migration that comes with the code."""
    return frozenset(MigrationLoader(None).disk_migrations)


def broker_answers() -> bool:
    """Whether the broker takes a connection, tried once."""
    try:
        with app.connection_for_write(connect_timeout=2) as broker:
            broker.ensure_connection(max_retries=1, timeout=2)
    except OperationalError:
        return False
    return True
