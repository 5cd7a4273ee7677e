"""What a command says instead of a traceback where a database or a disk fails it."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.management.base import CommandError
from django.db import OperationalError, connection

FULL = (errno.ENOSPC, errno.EDQUOT)
DISK_FULL = "53100"
"""What PostgreSQL calls it."""


@contextmanager
def plainly() -> Iterator[None]:
    """CommandError says in a sentence or two what failed, where, and what helps."""
    try:
        yield
    except OperationalError as error:
        raise CommandError(of_database(error)) from None
    except OSError as error:
        if error.errno not in FULL:
            raise
        raise CommandError(of_disk(error)) from None


def of_database(error: OperationalError) -> str:
    """Of one that is full, away, locked, or not as far as the code."""
    reason = str(error).strip().partition("\n")[0].rstrip(".")
    remedy = "Make room on its disk" if is_full(error) else "See that it is there and may be written to"
    where = connection.settings_dict["NAME"]
    return f"The database {where} refuses: {reason}. {remedy}, then run this again."


def of_disk(error: OSError) -> str:
    """Of one that is full."""
    where = error.filename or settings.CARAVAN_DATA
    return f"{where} cannot be written: {error.strerror}. Make room there, then run this again."


def is_full(error: OperationalError) -> bool:
    """Whether the database says that its disk is full."""
    cause = error.__cause__
    code = getattr(cause, "sqlite_errorcode", None), getattr(cause, "sqlstate", None)
    return code in ((sqlite3.SQLITE_FULL, None), (None, DISK_FULL))
