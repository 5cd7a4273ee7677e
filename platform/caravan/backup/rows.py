"""Tables as lines of JSON: exact to the last digit and microsecond, the same for SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

import msgspec
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection
from django.db.models import Model

LEFT_OUT = {"sessions.Session"}
"""Who is signed in: a backup that gets into wrong hands opens no session."""
MADE_BY_MIGRATE = {"auth.Permission", "contenttypes.ContentType"}
BATCH = 500

Table = type[Model]


def tables() -> list[Table]:
    """Every table that is kept, by its label, those between two others too."""
    kept = [model for model in every_table() if model._meta.label not in LEFT_OUT]
    return sorted(kept, key=lambda model: model._meta.label)


def every_table() -> list[Table]:
    """Those that are left out too."""
    return [model for model in apps.get_models(include_auto_created=True) if not model._meta.proxy]


def columns(model: Table) -> list[str]:
    """Of its rows' values, in their order."""
    return [str(field.column) for field in model._meta.concrete_fields]


@contextmanager
def snapshot() -> Iterator[None]:
    """What is read inside is of one moment; nobody who writes has to wait."""
    isolation = " ISOLATION LEVEL REPEATABLE READ READ ONLY" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"BEGIN{isolation}")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def lines(model: Table) -> Iterator[bytes]:
    """Its rows, each a JSON list of its values and a line's end."""
    names = [field.attname for field in model._meta.concrete_fields]
    rows = model._base_manager.order_by("pk").values_list(*names)
    for row in rows.iterator(chunk_size=BATCH):
        yield msgspec.json.encode(row) + b"\n"


def empty() -> bool:
    """Whether there is nothing but what `migrate` makes."""
    own = [model for model in tables() if model._meta.label not in MADE_BY_MIGRATE]
    return not any(model._base_manager.exists() for model in own)


def clear() -> None:
    """Deletes every row; needs a transaction, at whose end references are checked."""
    with connection.cursor() as cursor:
        for model in every_table():
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")  # noqa: S608


def insert(model: Table, lines: Iterable[bytes]) -> int:
    """Writes rows as they are, without what saving would add; how many they were. Needs a transaction."""
    fields, quote = model._meta.concrete_fields, connection.ops.quote_name
    names, places = ", ".join(map(quote, columns(model))), ", ".join(["%s"] * len(fields))
    query = f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES ({places})"  # noqa: S608
    rows, count = (_values(model, msgspec.json.decode(line)) for line in lines), 0
    with connection.cursor() as cursor:
        while batch := list(islice(rows, BATCH)):
            cursor.executemany(query, batch)
            count += len(batch)
    return count


def _values(model: Table, row: Sequence[Any]) -> list[Any]:
    """A row as the database wants it."""
    fields = model._meta.concrete_fields
    return [
        field.get_db_prep_save(field.to_python(value), connection)
        for field, value in zip(fields, row, strict=True)
    ]


def count_on() -> None:
    """New rows get numbers after the last of those that are there."""
    with connection.cursor() as cursor:
        for query in connection.ops.sequence_reset_sql(no_style(), tables()):
            cursor.execute(query)
