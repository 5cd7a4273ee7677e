"""The one way to change a state: a conditional UPDATE that must find exactly one row.

A change of several rows first locks the one that they hang on. The order of locks is always the same, so that
nobody waits in a circle: user, fixture, attempt, bot, season, division, round, entry, webhook.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Field, Model, QuerySet

from tournaments.errors import StateError

Row = TypeVar("Row", bound=Model)


def change(rows: QuerySet[Row], **fields: Any) -> None:
    """Changes the one row that is still as the query says, or raises StateError."""
    if rows.update(**fields) != 1:
        name = rows.model._meta.verbose_name
        raise StateError(f"the state of this {name} does not allow that, or has just changed: look again")


def lock(rows: QuerySet[Row]) -> None:
    """Keeps the rows from every other writer until this transaction ends."""
    list(rows.select_for_update(no_key=True, of=("self",)).values_list("pk"))


def changed(rows: QuerySet[Row], **fields: Any) -> bool:
    """The same for those who may come second: whether the row was theirs to change."""
    return rows.update(**fields) == 1


def rewrite(rows: Collection[Row], *fields: str) -> None:
    """Writes these fields of rows that are there, read under the lock that still holds.

    As one short statement for each, sent together: `bulk_update` is one large expression, and dear to make.
    """
    for model in {type(row) for row in rows}:
        written = [field for field in model._meta.concrete_fields if field.name in fields]
        columns = ", ".join(f'"{field.column}" = %s' for field in written)
        statement = f'UPDATE "{model._meta.db_table}" SET {columns} WHERE "id" = %s'  # noqa: S608 - our names
        with connection.cursor() as cursor:
            cursor.executemany(statement, [(*_stored(row, written), row.pk) for row in rows])


def _stored(row: Model, fields: Sequence[Field[Any, Any]]) -> list[Any]:
    """As the database takes them."""
    return [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
