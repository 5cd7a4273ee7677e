"""How every process of Caravan logs: a line on stderr, as text or as JSON, with the ids it is about.

A line names them itself, by logging's own `extra={"fixture": 7}`, or all that a task logs carries what its
message names. Standard library only; `caravan.broker` connects it to both Celery apps.
"""

from __future__ import annotations

import json
import logging
import logging.config
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from caravan.environment import LOG, LOG_LEVEL

FIELDS = ("fixture", "attempt", "worker")
_about: ContextVar[Mapping[str, object]] = ContextVar("about", default={})  # noqa: B039 - only ever replaced


def named(record: logging.LogRecord) -> dict[str, object]:
    """The ids that this line is about: its own, then those of the task under way."""
    told = {**_about.get(), **vars(record)}
    return {field: told[field] for field in FIELDS if told.get(field)}


class Text(logging.Formatter):
    """Time, level, logger, message, then the ids as `fixture=7`."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name} {message}", style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - as logging calls it
        """The first line; a traceback comes below it."""
        ids = [f"{name}={value}" for name, value in named(record).items()]
        return " ".join([super().formatMessage(record), *ids])


class Json(logging.Formatter):
    """An object a line: `at` (UTC), `level`, `logger`, `message`, the ids, `exception` where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """The object, never more than one line."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **named(record),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


FORMATTERS = {"text": Text, "json": Json}


def configuration(style: str = LOG, level: str = LOG_LEVEL) -> dict[str, Any]:
    """For `logging.config`, in every process; ValueError for a style that there is not."""
    if style not in FORMATTERS:
        raise ValueError(f"CARAVAN_LOG: {style!r} is neither text nor json")
    ours = {"handlers": [], "propagate": True}  # uvicorn's own handlers would write in another way
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": FORMATTERS[style]}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "loggers": {"celery": {"level": "WARNING"}, "uvicorn": ours, "uvicorn.access": ours},
        "root": {"handlers": ["stderr"], "level": level},
    }


def configure(**_: Any) -> None:
    """In a Celery worker or beat, instead of Celery's own."""
    logging.config.dictConfig(configuration())


def begin(task: Any, args: Sequence[Any], kwargs: Mapping[str, Any], **_: Any) -> None:
    """From here on lines are about what the task's message names: an order, or what comes back of one."""
    told = args[0] if args and isinstance(args[0], Mapping) else kwargs
    _about.set({"worker": task.request.hostname, **{key: told[key] for key in FIELDS if key in told}})


def end(**_: Any) -> None:
    """From here on they are about nothing."""
    _about.set({})
