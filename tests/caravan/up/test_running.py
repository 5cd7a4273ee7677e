"""What a supervisor owes to a broker that has forgotten everything; where links lead."""

from __future__ import annotations

import os
from contextlib import nullcontext
from types import SimpleNamespace

import pytest
from django.db import OperationalError, connection

from caravan.desk import app
from caravan.up import running
from tests import world
from tournaments.models import Attempt
from tournaments.services import attempts, trials

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def queued():
    """An attempt that waits for a play worker."""
    for name in ("sensible", "random"):
        world.bot(name, None)
    version = world.version("oryx", world.person("mira"))
    trials.begin(version=version)
    attempts.queue(fixture=version.trials.get())
    return Attempt.objects.get()


def rung(attempt) -> bool:
    before, attempt.rung_at = attempt.rung_at, Attempt.objects.get(pk=attempt.pk).rung_at
    return before != attempt.rung_at


def away(*_):
    raise OperationalError("the database system is starting up")


def test_what_waits_is_rung_for(queued):
    assert running.ring_for_all()
    assert rung(queued)


def test_nothing_is_rung_before_the_broker_answers(queued, monkeypatch, tmp_path):
    monkeypatch.setattr(app.conf, "broker_url", f"redis+socket://{tmp_path}/nobody")
    assert not running.ring_for_all()
    assert not rung(queued)


def test_a_database_that_is_away_ends_nothing(queued):
    with connection.execute_wrapper(away):
        assert not running.ring_for_all()
    assert running.ring_for_all()
    assert rung(queued)


def test_links_lead_to_the_port_that_was_chosen(monkeypatch):
    monkeypatch.setenv("CARAVAN_ADDRESS", "")
    monkeypatch.delenv("CARAVAN_ADDRESS")
    known, supervisor = {}, SimpleNamespace(listen=lambda: None, run=lambda *_: True)
    monkeypatch.setattr(running, "supervised", lambda _: nullcontext((supervisor, None)))
    monkeypatch.setattr(running, "start", lambda *_: known.update(os.environ))
    sites = []
    running.up("127.0.0.1", 0, lambda _: None, lambda _, site: sites.append(site))
    sites[0].listener.close()
    assert known["CARAVAN_ADDRESS"] == sites[0].address
