"""The one way to change a state: a conditional UPDATE that must find exactly one row.

A change of several rows first locks the one that they hang on. The order of locks is always the same, so that
nobody waits in a circle: user, fixture, attempt, bot, season, division, round, entry.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from tournaments.errors import StateError

Row = TypeVar("Row", bound=Model)


def change(rows: QuerySet[Row], **fields: Any) -> None:
    """Changes the one row that is still as the query says, or raises StateError."""
    if rows.update(**fields) != 1:
        raise StateError(f"that {rows.model._meta.verbose_name} is not in the state for this any more")


def lock(rows: QuerySet[Row]) -> None:
    """Keeps the rows from every other writer until this transaction ends."""
    list(rows.select_for_update(no_key=True, of=("self",)).values_list("pk"))


def changed(rows: QuerySet[Row], **fields: Any) -> bool:
    """The same for those who may come second: whether the row was theirs to change."""
    return rows.update(**fields) == 1


def rewrite(rows: Collection[Row], *fields: str) -> None:
    """Writes these fields of rows that are there, read under the lock that still holds.

    As inserts that conflict: `bulk_update` is one large expression, ten times as dear to make and to read.
    """
    for model in {type(row) for row in rows}:
        model._default_manager.bulk_create(
            rows, update_conflicts=True, unique_fields=("id",), update_fields=fields
        )
