"""Rows written to a database as fast as it takes them: by COPY where there is one, else many at once."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from django.core.management.color import no_style
from django.db import connection
from django.db.models import DateTimeField, Field, JSONField, Model
from django.utils import timezone


class Table:
    """New rows of a model, kept until they are written: some columns vary, all others are always the same."""

    def __init__(self, model: type[Model], *varying: str, **same: object) -> None:
        self._model, self._rows = model, list[tuple[Any, ...]]()
        self._next = 1 + (model._default_manager.order_by("pk").values_list("pk", flat=True).last() or 0)
        fields = {field.attname: field for field in model._meta.concrete_fields if not field.primary_key}
        others = [field for name, field in fields.items() if name not in varying]
        self._columns = ["id", *varying, *(field.column for field in others)]
        self._same = tuple(stored(field, same.get(field.attname, usual(field))) for field in others)

    def add(self, *varying: Any) -> int:
        """One more row; its key."""
        key, self._next = self._next, self._next + 1
        self._rows.append((key, *varying, *self._same))
        return key

    def write(self) -> None:
        """Writes what was added since the last time."""
        rows, self._rows = self._rows, []
        names = ", ".join(f'"{column}"' for column in self._columns)
        table = f'"{self._model._meta.db_table}" ({names})'
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                with cursor.copy(f"COPY {table} FROM STDIN") as copy:
                    for row in rows:
                        copy.write_row(row)
            else:
                places = ", ".join(["%s"] * len(self._columns))
                cursor.executemany(f"INSERT INTO {table} VALUES ({places})", rows)  # noqa: S608 - our names


def usual(field: Field[Any, Any]) -> object:
    """What a new row has in its column."""
    return timezone.now() if getattr(field, "auto_now_add", False) else field.get_default()


def stored(field: Field[Any, Any], value: object) -> object:
    """A value as both databases take it."""
    if isinstance(value, datetime) and isinstance(field, DateTimeField):
        return time(value)
    return json.dumps(value) if isinstance(field, JSONField) and value is not None else value


def time(moment: datetime) -> Any:
    """A time as the database wants it."""
    return connection.ops.adapt_datetimefield_value(moment)


def count(*models: type[Model]) -> None:
    """Lets the database count its keys from where these rows end."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(models)):
            cursor.execute(statement)


def hurry() -> None:
    """A database file that nobody will miss: what is written need not be safe."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            for pragma in ("synchronous=OFF", "journal_mode=OFF", "cache_size=-500000"):
                cursor.execute(f"PRAGMA {pragma}")


def analyse() -> None:
    """Lets the database look at what it has got; PostgreSQL vacuums too, as by itself in time."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
