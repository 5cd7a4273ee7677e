"""Two who do something at the same moment, each in a transaction of its own on a real database."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connections

from tournaments.errors import TournamentsError

LONGEST = 600
"""Seconds after which the other is not waited for any more, and the test fails."""


def keeps_waiting():
    """Whether somebody waits for a lock of this thread's transaction."""
    waiting = "SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
    with connections["default"].cursor() as cursor:
        cursor.execute(f"SELECT EXISTS ({waiting})")
        return cursor.fetchone()[0]


def stay_until(there):
    """Keeps the transaction open until the other is there, or cannot get there before it ends."""
    assert connections["default"].in_atomic_block
    end = time.monotonic() + LONGEST
    while not (keeps_waiting() or there()):
        assert time.monotonic() < end, "the other never came"
        time.sleep(0.01)


def meeting():
    """Where the first who comes waits for the second."""
    came = []

    def stay(**_):
        came.append(True)
        stay_until(lambda: len(came) > 1)

    return stay


def alone(action):
    """Does something with a connection of its own; what it returns or is refused with."""
    try:
        return action()
    except TournamentsError as refusal:
        return refusal
    finally:
        connections["default"].close()


def together(*actions):
    """Does all at once; what they return or are refused with."""
    start = Barrier(len(actions))

    def run(action):
        start.wait()
        return alone(action)

    with ThreadPoolExecutor(len(actions)) as threads:
        return list(threads.map(run, actions))


def refusals(answers):
    return [answer for answer in answers if isinstance(answer, Exception)]
