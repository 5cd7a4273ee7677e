"""Two questions that an operator's probes ask: is this process alive, and can it do its work?"""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from kombu.exceptions import OperationalError

from caravan.desk import app


def alive(request: HttpRequest) -> JsonResponse:
    """200 while the process answers at all."""
    return JsonResponse({"alive": True})


def ready(request: HttpRequest) -> JsonResponse:
    """200 with database and broker in reach; else 503 with false for what is missing."""
    found = {"database": database_answers(), "broker": broker_answers()}
    return JsonResponse(found, status=200 if all(found.values()) else 503)


def database_answers() -> bool:
    """Whether a trivial query comes back."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def broker_answers() -> bool:
    """Whether the broker takes a connection, tried once."""
    try:
        with app.connection_for_write(connect_timeout=2) as broker:
            broker.ensure_connection(max_retries=1, timeout=2)
    except OperationalError:
        return False
    return True
