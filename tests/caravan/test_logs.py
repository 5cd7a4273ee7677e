"""Every process logs in one way, and a line says which fixture, attempt and worker it is about."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from caravan import logs

ORDER = {"attempt": 34, "fixture": 12, "token": "not for logs"}


def record(message="It was %s", *args, **more):
    """A line of our own."""
    made = logging.makeLogRecord({"name": "caravan.test", "levelname": "WARNING", "msg": message, **more})
    made.args = args or ("lost",)
    return made


@pytest.fixture
def task():
    """A task under way that a worker has taken with an order."""
    logs.begin(task=SimpleNamespace(request=SimpleNamespace(hostname="play1@host")), args=[ORDER], kwargs={})
    yield
    logs.end()


def test_json_is_an_object_a_line(task):
    line = logs.Json().format(record(created=0.25))
    assert "\n" not in line
    assert json.loads(line) == {
        "at": "1970-01-01T00:00:00.250+00:00",
        "level": "WARNING",
        "logger": "caravan.test",
        "message": "It was lost",
        "fixture": 12,
        "attempt": 34,
        "worker": "play1@host",
    }


def test_text_ends_with_the_ids(task):
    line = logs.Text().format(record())
    assert line.endswith(" WARNING caravan.test It was lost fixture=12 attempt=34 worker=play1@host")
    assert "not for logs" not in line


def test_a_line_knows_better_than_the_task_what_it_is_about(task):
    line = json.loads(logs.Json().format(record(fixture=99)))
    assert (line["fixture"], line["attempt"]) == (99, 34)


def test_what_comes_back_of_an_order_is_named_too():
    sender = SimpleNamespace(request=SimpleNamespace(hostname="desk@host"))
    logs.begin(task=sender, args=[], kwargs={"attempt": 34, "token": "x", "worker": "play1@host"})
    assert logs.named(record()) == {"attempt": 34, "worker": "play1@host"}
    logs.end()
    assert logs.named(record()) == {}


@pytest.mark.parametrize("style", [logs.Text, logs.Json])
def test_a_traceback_is_there(style):
    try:
        raise OSError("no room")
    except OSError:
        line = style().format(record(exc_info=sys.exc_info()))
    assert "OSError: no room" in line
    assert "test_logs.py" in line
    assert ("\n" in line) == (style is logs.Text)


def test_another_style_is_refused():
    with pytest.raises(ValueError, match="CARAVAN_LOG: 'xml' is neither text nor json"):
        logs.configuration("xml")


SAYS = """
import logging
from unittest.mock import Mock
from celery import signals
{start}
task = Mock()
task.request.hostname = "one@host"
signals.task_prerun.send(sender=task, task=task, args=[{{"fixture": 7}}], kwargs={{}})
logging.getLogger("anything").info("said")
signals.task_postrun.send(sender=task, task=task)
logging.getLogger("uvicorn.error").warning("served")
logging.getLogger("celery").info("chatter")
"""
STARTS = {
    "desk": "from caravan.desk import app; app.log.setup()",
    "play": "from caravan.play import app; app.log.setup()",
    "web": "from uvicorn import Config; Config('caravan.asgi:application').load()",
}


@pytest.mark.parametrize("start", STARTS)
def test_workers_and_web_log_alike(start, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", SAYS.format(start=STARTS[start])],
        env={**os.environ, "CARAVAN_LOG": "json", "CARAVAN_DATA": str(tmp_path)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    assert [(line["message"], line.get("fixture"), line.get("worker")) for line in lines] == [
        ("said", 7, "one@host"),
        ("served", None, None),
    ]
