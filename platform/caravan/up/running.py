"""A whole Caravan under one supervisor, from the broker to the first page that it serves."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import Error, close_old_connections
from django.utils import timezone
from kombu.exceptions import OperationalError

from bots.sandbox import SandboxError
from caravan import broker, desk
from caravan.environment import DATA, DEMO, REDIS_URL
from caravan.up import installation, programs
from caravan.up.able import asked
from caravan.up.installation import UnableError
from caravan.up.site import Site
from caravan.up.supervise import GaveUpError, Program, Supervisor
from tournaments import demo
from tournaments.models import Attempt
from tournaments.services import attempts

Say = Callable[[str], None]
ANSWERED_WITHIN = 10
"""Seconds; without the bell that has not been rung by then, what waits is rung for by the desk."""
SERVED_WITHIN = 180


def up(host: str, port: int, say: Say, then: Callable[[Supervisor, Site], None]) -> None:
    """Starts Caravan, does `then` once it is served, ends it all; UnableError says what is amiss."""
    with supervised(say) as (supervisor, folder):
        supervisor.listen()
        site = Site(host, port)
        os.environ.setdefault("CARAVAN_ADDRESS", site.address)  # where links in streams and mails lead
        start(supervisor, site, say, folder)
        if supervisor.run(site.served, SERVED_WITHIN):
            say(f"Caravan is at {site.address} (Ctrl-C ends it).")
            then(supervisor, site)
        elif not supervisor.stopping:
            raise UnableError(f"No page was served within {SERVED_WITHIN} s. See {DATA / 'log/web.log'}.")


@contextmanager
def supervised(say: Say) -> Iterator[tuple[Supervisor, Path | None]]:
    """A supervisor of its own for the data folder, and where its broker's socket goes if there is to be one.

    What it runs is ended at the end; UnableError where Caravan runs on that folder already.
    """
    installation.claim(DATA)
    supervisor = Supervisor(DATA / "log", say)
    with programs.socket_folder() as folder:
        try:
            yield supervisor, None if os.environ.get("REDIS_URL") else folder
        except GaveUpError as error:
            raise UnableError(str(error)) from None
        finally:
            supervisor.stop()


def until_stopped(supervisor: Supervisor, site: Site) -> None:
    """Looks after the programs until a signal comes."""
    supervisor.run()


def start(supervisor: Supervisor, site: Site, say: Say, folder: Path | None) -> None:
    """Starts a broker with its socket in `folder`, if there is one; fills the database, starts the rest."""
    address = start_broker(supervisor, folder)
    installation.migrate()
    if password := installation.first_admin(DATA):
        say(f"Administrator: admin, password {password} (kept in {DATA / 'admin-password'})")
    demo.load(DEMO)
    environment = {**os.environ, **site.environment(), "CARAVAN_DATA": str(DATA), "REDIS_URL": address}
    supervisor.add(programs.web(site.descriptor, environment))
    start_workers(supervisor, address, folder)


def start_broker(supervisor: Supervisor, folder: Path | None) -> str:
    """The broker's address; starts one with its socket in `folder`, if that is given."""
    address = f"unix://{folder}/socket" if folder else REDIS_URL
    if folder:
        supervisor.add(programs.embedded_broker(programs.server(), folder, ring_for_all))
    desk.app.conf.broker_url = broker.url(address)
    return address


def start_workers(supervisor: Supervisor, address: str, folder: Path | None) -> None:
    """Starts all that plays and writes, and rings for what waits."""
    supervisor.run(ring_for_all, ANSWERED_WITHIN)
    environment = {**os.environ, "CARAVAN_DATA": str(DATA), "REDIS_URL": address}
    start_players(supervisor, address, folder)
    supervisor.add(programs.desk(environment))
    supervisor.add(programs.beat(environment))


def ring_for_all() -> bool:
    """Rings for every queued attempt, as a broker that has just begun knows none of them.

    False where that broker does not answer yet, or the database is away.
    """
    try:
        with desk.app.connection_for_write() as connection:
            connection.ensure_connection(max_retries=1, interval_start=0)
        for attempt in Attempt.objects.filter(state=Attempt.State.QUEUED).select_related("fixture"):
            attempts.ring_again(attempt=attempt, now=timezone.now())
    except (Error, OperationalError):
        close_old_connections()
        return False
    return True


def start_players(supervisor: Supervisor, address: str, folder: Path | None) -> None:
    """Starts a play worker for every core but one; UnableError where the host cannot isolate bots."""
    try:
        programs.prepare()
    except (OSError, SandboxError) as error:
        raise UnableError(f"The sandbox cannot be built: {error}") from None
    workers = [programs.play(number, address, folder) for number in range(1, max(2, os.cpu_count() or 1))]
    prove(workers[0])
    for worker in workers:
        supervisor.add(worker)


def prove(worker: Program) -> None:
    """Runs the sandbox's self-test where and as whom the worker would run; UnableError if it fails."""
    if sentence := asked(worker).rung.complaint:
        raise UnableError(f"No play worker can run here. {sentence}")
