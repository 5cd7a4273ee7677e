"""What the desk's log says of an attempt, once that is committed."""

import pytest

from tests.tournaments.playing import beat, finish, join, open_attempts
from tournaments.services import attempts, scheduler

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def attempt(season):
    """The first of a season's attempts."""
    join(season, "ann", "bob")
    scheduler.tick(season.opens)
    return open_attempts()[0]


@pytest.fixture
def told(caplog, attempt):
    """Level and message of each line about the attempt."""
    caplog.set_level("INFO")
    return lambda: [
        (one.levelname, one.getMessage())
        for one in caplog.records
        if vars(one).items() >= {"fixture": attempt.fixture_id, "attempt": attempt.pk}.items()
    ]


def test_finished(attempt, told):
    assert beat(attempt)
    assert finish(attempt)
    assert told() == [("INFO", "Finished rated 1.1.1.1 of pis_yedili")]


def test_failed(attempt, told):
    assert attempts.fail(attempt=attempt.pk, token=attempt.token, error="OSError: no room")
    assert told() == [("WARNING", "An attempt at rated 1.1.1.1 failed: OSError: no room")]


def test_lost(attempt, told, caplog):
    assert beat(attempt)
    attempt.refresh_from_db()
    assert attempts.lose(attempt=attempt, now=attempt.lease_until)
    assert told() == [("WARNING", "An attempt at rated 1.1.1.1 was lost")]
    assert caplog.records[-1].worker == "worker"
