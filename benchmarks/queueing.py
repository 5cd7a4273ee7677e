"""Fixtures through everything that a running Caravan is, beside the same fixtures played at once.

A broker, a play worker, a desk worker and its clock are started as `up` starts them, on a folder of their
own, with a database.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.costs import Bench, Row, cpu, wall
from bots.play.fixture import Order, play_fixture
from bots.sandbox import Launcher, open_launcher
from bots.upload.store import Store

if TYPE_CHECKING:
    from tournaments.models import Fixture, Version

GAME, SEATS, DEALS = "pis_yedili", 2, 60
FIXTURES = 2
"""In a round: the desk writes the first while the second is played."""
MATCHES = FIXTURES * DEALS * SEATS
BOTS = Path(__file__).resolve().parents[1] / "bots" / "house"
SECRET = "0" * 64
"""So that all fixtures are the same one."""
PATIENCE = 300.0


def rows(folder: Path, bench: Bench) -> Iterator[Row]:
    """A match by wall time and by CPU; nothing without rounds."""
    if bench.rounds:
        with desk(folder), open_launcher() as launcher:
            by_wall, by_cpu = figures(folder, bench.rounds, launcher)
        yield Row("a match through the queue", "wall", "the same without", by_wall, most=1 / 0.9)
        yield Row("a match through the queue", "CPU", "the same without", by_cpu)


def figures(folder: Path, rounds: int, launcher: Launcher) -> Iterator[list[float]]:
    """By wall time, then by CPU: a match through the queue, and without. The first round warms up."""
    competitors = shipped()
    order, store = ordered(drawn(competitors)), Store(folder / "versions")
    sides = (
        lambda: played([drawn(competitors) for _ in range(FIXTURES)]),
        lambda: [play_fixture(order, store, launcher) for _ in range(FIXTURES)],
    )
    taken = [[spent(side) for side in sides] for _ in range(rounds + 1)][1:]
    for clock in (0, 1):
        yield [median(each[side][clock] for each in taken) / MATCHES for side in (0, 1)]


def spent(side: Callable[[], object]) -> tuple[float, float]:
    """Seconds of wall time and of everybody's CPU."""
    taken: list[float] = []
    seconds = cpu(lambda: taken.append(wall(side)))
    return taken[0], seconds


@contextmanager
def desk(folder: Path) -> Iterator[None]:
    """The programs that `up` starts, but the site; this process is another of the desk's."""
    import django

    django.setup()
    from caravan import desk
    from caravan.up import installation, programs, running
    from caravan.up.supervise import Supervisor

    supervisor = Supervisor(folder / "log", print)
    try:
        with programs.socket_folder() as place:
            supervisor.add(programs.embedded_broker(programs.server(), place, lambda: True))
            desk.app.set_default()
            installation.migrate()
            running.start_players(supervisor, os.environ["REDIS_URL"], place)
            supervisor.add(programs.desk(dict(os.environ)))
            supervisor.add(programs.beat(dict(os.environ)))
            yield
    finally:
        supervisor.stop()


def shipped() -> list[Version]:
    """Two house bots, ready to play."""
    from tournaments.services import house

    folders = {"sensible": BOTS / GAME / "sensible", "random": BOTS / "any" / "random"}
    made = [house.ship(name=name, folder=folder, games=[GAME]) for name, folder in folders.items()]
    return [bot.activations.get(game=GAME).version for bot in made]


def drawn(competitors: list[Version]) -> Fixture:
    """A fixture between them, not queued."""
    from tournaments.models import Fixture
    from tournaments.services import fixtures

    kind = Fixture.Kind.CHALLENGE
    fixture = Fixture(kind=kind, number="1.1.1.1", game=GAME, seats=SEATS, deals=DEALS, secret=SECRET)
    fixtures.draw([(fixture, [fixtures.Competitor(version) for version in competitors])])
    return fixture


def ordered(fixture: Fixture) -> Order:
    """What a play worker would be told."""
    from tournaments.services import orders

    return orders.ordered(fixture)


def played(fixtures: list[Fixture]) -> None:
    """Queues fixtures and waits until all are finished."""
    from tournaments.models import Fixture
    from tournaments.services import attempts

    for fixture in fixtures:
        attempts.queue(fixture=fixture)
    end = time.monotonic() + PATIENCE
    wanted = Fixture.objects.filter(pk__in=[fixture.pk for fixture in fixtures])
    while wanted.filter(state=Fixture.State.FINISHED).count() < len(fixtures):
        if time.monotonic() > end:
            raise TimeoutError(f"fixtures are still {list(wanted.values_list('state', flat=True))}")
        time.sleep(0.05)
