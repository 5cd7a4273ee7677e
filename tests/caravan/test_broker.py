"""The order in which a real broker hands out what waits."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from celery import Celery
from kombu import Connection, Consumer, Queue

from caravan import broker
from caravan.up import programs
from tournaments.models import Fixture
from tournaments.services import attempts

Kind = Fixture.Kind


@pytest.fixture
def app() -> Iterator[Celery]:
    """One of ours, whose broker is thrown away."""
    with tempfile.TemporaryDirectory(prefix="caravan-test-") as path:
        folder = Path(path)
        program = programs.embedded_broker(programs.server(), folder, lambda: True)
        server = subprocess.Popen(program.command, env=program.environment, stdout=subprocess.DEVNULL)
        try:
            end = time.monotonic() + 60
            while not (folder / "socket").exists():
                assert time.monotonic() < end
                time.sleep(0.05)
            with Celery("asking", set_as_current=False) as made:
                broker.configure(made, "play")
                made.conf.broker_url = broker.url(f"unix://{folder}/socket")
                yield made
        finally:
            server.kill()
            server.wait()


def served(connection: Connection, count: int) -> list[str]:
    """What a consumer is given, one after the other as a play worker takes it."""
    kinds: list[str] = []

    def take(body: list[list[str]], message: object) -> None:
        kinds.append(body[0][0])
        message.ack()  # type: ignore[attr-defined]

    with Consumer(connection, [Queue("play")], callbacks=[take], accept=["json"], prefetch_count=1):
        while len(kinds) < count:
            connection.drain_events(timeout=60)
    return kinds


def test_trials_come_before_challenges_and_re_runs_and_those_before_rated_fixtures(app: Celery) -> None:
    waiting = [Kind.RATED, Kind.DRY, Kind.CHALLENGE, Kind.RERUN, Kind.RATED, Kind.TRIAL, Kind.TRIAL]
    for kind in waiting:
        urgency = attempts.PRIORITY.get(kind, attempts.RATED_PRIORITY)
        app.send_task("play.fixture", args=[kind], queue="play", priority=urgency)
    with app.connection_for_read() as connection:
        kinds = served(connection, len(waiting))
    assert kinds[:2] == ["trial", "trial"]
    assert sorted(kinds[2:4]) == ["challenge", "rerun"]
    assert sorted(kinds[4:]) == ["dry", "rated", "rated"]
