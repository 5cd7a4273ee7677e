"""The one way to change a state: a conditional UPDATE that must find exactly one row.

A change of several rows first locks the one that they hang on. The order of locks is always the same, so that
nobody waits in a circle: fixture, attempt, bot, season, division, round, entry.
"""

from __future__ import annotations

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
