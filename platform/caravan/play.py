"""The play workers' Celery app: a message holds all that a fixture needs, the results are messages too.

    celery --app caravan.play worker --pool solo

No Django, no database, no secret: a worker has the broker's address and the folder of uploads (read-only),
and refuses to start on a host that cannot isolate strangers' code.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import logging
import sys
import time
from typing import Any

import msgspec
from celery import Celery, Task
from celery.signals import worker_init, worker_ready
from kombu.exceptions import OperationalError

from bots.play.broadcast import Broadcast, Moves
from bots.play.fixture import Order, play_fixture
from bots.sandbox import Launcher, detect, open_launcher
from bots.upload.store import Store
from caravan import broker, logs
from caravan.environment import HEARTBEAT, STORE
from caravan.up.supervise import WILL_NOT_WORK

log = logging.getLogger(__name__)
app = Celery("caravan.play", fixups=[])
broker.configure(app, "play")
app.conf.task_publish_retry_policy = {"max_retries": 60, "interval_step": 0.5, "interval_max": 2}


@worker_init.connect
def refuse(**_: object) -> None:
    """Ends the worker where the sandbox's self-test fails: the last line says why and what helps."""
    logs.configure()  # Celery has not come to that yet
    rung = detect()
    if rung.complaint:
        print(rung.complaint, file=sys.stderr)
        raise SystemExit(WILL_NOT_WORK)
    log.info("The sandbox is %s: %s", rung.name, rung.reason)


@worker_ready.connect
def show(sender: Any, **_: object) -> None:
    """From now on tells the desk between fixtures that this worker is there."""
    here(sender.hostname)
    sender.timer.call_repeatedly(HEARTBEAT, here, (sender.hostname,))


def here(worker: str) -> None:
    """One sign of life, which nobody needs when the next has come; a broker that is away misses it."""
    with contextlib.suppress(OperationalError):
        app.send_task(
            "tournaments.tasks.here",
            kwargs={"worker": worker},
            queue="results",
            retry=False,
            expires=3 * HEARTBEAT,
        )


@functools.cache
def launcher() -> Launcher:
    """What starts bots here, kept warm as long as this process lives."""
    opened = contextlib.ExitStack()
    atexit.register(opened.close)
    return opened.enter_context(open_launcher())


@app.task(name="play.fixture", bind=True)
def fixture(task: Task, order: dict[str, Any]) -> None:
    """Plays the fixture of an order and tells the desk: `beat`, `moves` and in the end `finish` or `fail`."""
    wanted = msgspec.convert(order, Order)
    report = Report(wanted, task.request.hostname)
    report.beat()
    log.info("Plays %s of %s", wanted.number, wanted.game)
    try:
        played = play_fixture(wanted, Store(STORE), launcher(), beat=report.beat, broadcast=report.broadcast)
    except Exception as error:  # whatever it is, it is ours: a bot's own doing is a fault in the record
        report.send("fail", error=f"{type(error).__name__}: {error}")
        raise
    report.send("finish", played=msgspec.to_builtins(played))
    log.info("Played %s of %s in %.1f s", wanted.number, wanted.game, played.seconds)


class Report:
    """What the desk hears of one attempt."""

    def __init__(self, order: Order, worker: str) -> None:
        self._holder = {"attempt": order.attempt, "token": order.token}
        self._worker = worker
        self._next = 0.0
        self.broadcast = Broadcast(self.moves)

    def beat(self) -> None:
        """Says that the attempt is alive, unless it did so within a heartbeat, and what has been played.

        It never waits: bots are on the clock. One beat that a broker missed does no harm.
        """
        self.broadcast.tell()
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + HEARTBEAT
            with contextlib.suppress(OperationalError):
                self.send("beat", retry=False, worker=self._worker)

    def moves(self, news: Moves) -> bool:
        """Tells those who watch; False if the broker did not take it at once."""
        try:
            self.send("moves", retry=False, **msgspec.to_builtins(news))
        except OperationalError:
            return False
        return True

    def send(self, task: str, *, retry: bool = True, **details: Any) -> None:
        """Puts a message into the desk's queue; waits for a broker that is away for a while."""
        name = f"tournaments.tasks.{task}"
        app.send_task(name, kwargs={**self._holder, **details}, queue="results", retry=retry)
