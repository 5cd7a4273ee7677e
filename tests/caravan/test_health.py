"""What an operator's probes hear: who is alive, and whether all is there that fixtures need."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone
from kombu.exceptions import OperationalError

from caravan import desk, health
from tests import world as builder
from tournaments import operations
from tournaments.models import Attempt, Worker
from tournaments.services import workers

pytestmark = pytest.mark.django_db
ALL = {"database": True, "migrations": True, "broker": True, "workers": True}


@pytest.fixture(autouse=True)
def _lease(settings):
    settings.CARAVAN_LEASE = 60.0


@pytest.fixture
def worker():
    """One that has just been heard of."""
    workers.heard(name="play1@host")
    return Worker.objects.get()


def ready() -> tuple[int, dict[str, bool]]:
    """Status and document of `/readyz`."""
    answer = Client().get("/readyz")
    return answer.status_code, answer.json()


def broken(error):
    """A function that only ever raises this."""

    def fail(*_, **__):
        raise error

    return fail


def test_a_process_that_answers_is_alive_whatever_else_is_missing(monkeypatch):
    monkeypatch.setattr(connection, "cursor", broken(DatabaseError))
    answer = Client().get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"alive": True})


def test_ready_with_everything(worker):
    assert ready() == (200, ALL)


def test_not_ready_without_a_worker_that_was_heard_of_lately(worker):
    Worker.objects.update(heard_at=timezone.now() - timedelta(seconds=61))
    assert ready() == (503, {**ALL, "workers": False})


def test_not_ready_without_a_broker(worker, monkeypatch):
    monkeypatch.setattr(desk.app, "connection_for_write", broken(OperationalError))
    assert ready() == (503, {**ALL, "broker": False})


def test_not_ready_with_a_migration_that_was_not_applied(worker):
    MigrationRecorder(connection).record_unapplied("tournaments", "0001_initial")
    assert ready() == (503, {**ALL, "migrations": False, "workers": False})


def test_not_ready_without_a_database(monkeypatch):
    monkeypatch.setattr(connection, "cursor", broken(DatabaseError))
    assert ready() == (503, {"database": False, "migrations": False, "broker": True, "workers": False})


def test_it_is_cheap(worker, django_assert_max_num_queries):
    health.shipped()
    with django_assert_max_num_queries(5):
        ready()


def test_a_worker_is_known_once_however_often_it_is_heard(worker):
    before = worker.heard_at
    workers.heard(name=worker.name)
    assert Worker.objects.get().heard_at > before


def test_a_worker_that_plays_is_heard_by_its_beats(settings, tmp_path):
    settings.CARAVAN_DATA = tmp_path
    builder.build()  # with a fixture that is being played
    until = Attempt.objects.get(state="running").lease_until
    assert operations.workers(until - timedelta(seconds=1)) == {"here"}
    assert operations.workers(until) == set()


def test_those_who_were_silent_for_a_day_are_forgotten(worker):
    workers.forget(worker.heard_at + timedelta(hours=23))
    assert Worker.objects.exists()
    workers.forget(worker.heard_at + timedelta(hours=25))
    assert not Worker.objects.exists()
