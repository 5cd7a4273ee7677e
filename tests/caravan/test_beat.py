"""The clock that rings for the desk rings on, however somebody sets the host's."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from celery import Celery

from caravan.beat import Scheduler
from caravan.desk import app as desk

SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)


class Host:
    """A clock that can be set, and what was rung for at which second that really went by."""

    def __init__(self) -> None:
        self.app = Celery("host", broker="memory://", set_as_current=False)
        self.app.conf.beat_schedule = {
            "often": {"task": "often", "schedule": 1.0},
            "rarely": {"task": "rarely", "schedule": 3600.0},
        }
        self.shown = datetime(2026, 11, 30, 12, tzinfo=UTC)
        self.app.now = lambda: self.shown  # type: ignore[method-assign]
        self.scheduler = Scheduler(self.app)
        self.rung: list[str] = []
        self.scheduler.apply_entry = lambda entry, producer=None: self.rung.append(entry.name)

    def go(self, seconds: int) -> list[str]:
        """What is rung for in so many."""
        self.rung.clear()
        for _ in range(seconds):
            self.shown += SECOND
            while not self.scheduler.tick():
                pass
        return self.rung


@pytest.fixture
def host() -> Host:
    return Host()


def test_it_rings_every_second_and_every_hour(host: Host) -> None:
    assert 9 <= host.go(10).count("often") <= 11
    assert host.go(3600).count("rarely") == 1


@pytest.mark.parametrize("hours", [-1, -5, -1000, 1, 5])
def test_it_rings_on_when_the_clock_is_set(host: Host, hours: int) -> None:
    host.go(10)
    host.shown += hours * HOUR
    assert 9 <= host.go(10).count("often") <= 12
    assert host.go(3600).count("rarely") <= 1
    assert host.go(3600).count("rarely") == 1


def test_the_desk_is_rung_for_by_it() -> None:
    assert desk.conf.beat_scheduler == f"{Scheduler.__module__}:{Scheduler.__name__}"
