"""What something asks of the database, and how long each answer takes to its last row."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connection


@dataclass(frozen=True, slots=True)
class Query:
    """One that was asked."""

    sql: str
    params: Any
    seconds: float

    def plan(self) -> list[str]:
        """How the database goes about it, a line for each step."""
        explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
        with connection.cursor() as cursor:
            cursor.execute(f"{explain} {self.sql}", self.params)
            return [str(row[-1]) for row in cursor.fetchall()]


@contextmanager
def watched() -> Iterator[list[Query]]:
    """The queries of the block, in order; one that reads is asked twice, the first time with a clock."""
    found: list[Query] = []

    def clocked(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        began = time.perf_counter()
        if sql.startswith("SELECT"):
            with closing(connection.create_cursor()) as cursor:
                cursor.execute(sql, params)
                cursor.fetchall()
            found.append(Query(sql, params, time.perf_counter() - began))
            return execute(sql, params, many, context)
        result = execute(sql, params, many, context)
        found.append(Query(sql, params, time.perf_counter() - began))
        return result

    with connection.execute_wrapper(clocked):
        yield found
