"""The messages of play workers and of the clock, by the names and arguments with which they come."""

import pytest
from celery import current_app
from django.db import InterfaceError, OperationalError

from caravan.desk import app
from tests.tournaments.playing import join, open_attempts, played
from tournaments import tasks
from tournaments.models import Worker
from tournaments.services import attempts, results

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def attempt(season):
    join(season, "ann", "bob", "cat")
    tasks.tick()
    return open_attempts()[0]


def send(name, attempt, **details):
    task = current_app.tasks[f"tournaments.tasks.{name}"]
    task(attempt=attempt.pk, token=attempt.token, **details)
    attempt.refresh_from_db()
    return attempt.state


def test_a_fixture_goes_by_messages_from_the_tick_to_its_ratings(attempt, season):
    assert send("beat", attempt, worker="host") == "running"
    assert attempt.worker == "host"
    assert send("finish", attempt, played=played(attempt)) == "done"
    tasks.tick()
    assert season.divisions.get().settled == 1


@pytest.mark.parametrize("error", [OperationalError("away"), InterfaceError("closed"), OSError("full")])
def test_a_result_that_cannot_be_written_yet_is_kept_and_written_once(
    attempt, season, monkeypatch, caplog, error
):
    write, tries, lives = results.finish, [], []

    def away(**holder):
        tries.append(write(**holder) if len(tries) >= 3 else error)
        if tries[-1] is error:
            raise error

    monkeypatch.setattr(results, "finish", away)
    monkeypatch.setattr(attempts, "beat", lambda **holder: lives.append(holder))
    holder = {"attempt": attempt.pk, "token": attempt.token}
    current_app.tasks["tournaments.tasks.finish"].apply(kwargs={**holder, "played": played(attempt)})
    assert tries == [error, error, error, True]
    assert lives == [holder] * 3
    assert caplog.text.count("A result cannot be written, and is kept: ") == 3
    tasks.tick()
    assert season.divisions.get().settled == 1


def test_a_result_that_can_never_be_written_is_given_up(attempt, monkeypatch):
    tries = []

    def away(**holder):
        tries.append(holder)
        raise OperationalError("a mistake of ours")

    monkeypatch.setattr(results, "finish", away)
    finish = current_app.tasks["tournaments.tasks.finish"]
    monkeypatch.setattr(finish, "max_retries", 5)
    assert tasks.HOUR / tasks.AGAIN > 5
    done = finish.apply(kwargs={"attempt": attempt.pk, "token": attempt.token, "played": {}})
    assert (len(tries), done.state) == (6, "FAILURE")


def test_an_error_of_ours_comes_by_message(attempt):
    assert send("fail", attempt, error="no room") == "failed"
    assert attempt.error == "no room"


def test_a_worker_that_waits_says_so_by_message(db):
    current_app.tasks["tournaments.tasks.here"](worker="play1@host")
    assert Worker.objects.get().name == "play1@host"


def test_everything_that_beat_asks_for_is_there():
    asked = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert asked <= set(current_app.tasks)
    assert {f"tournaments.tasks.{name}" for name in ("expire", "mail", "digest")} <= asked
