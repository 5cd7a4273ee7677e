"""Pages, API and scheduler ask a large database as often as a small one, and read no large table whole."""

from __future__ import annotations

import re
from itertools import chain

import pytest
from django.db import transaction

from benchmarks import synthetic
from benchmarks.asking import everything, programs
from benchmarks.queries import Query, watched

pytestmark = pytest.mark.django_db

LARGE = {"attempt", "entry", "fixture", "match", "placing", "round", "seating"}
TICK = "a tick of the scheduler"
COUNTS = ("USING COVERING INDEX attempt_lease", "USING COVERING INDEX seating_fault")
"""What the metrics count of all time, in an index alone."""
NEWEST = '"kind" IN (%s, %s, %s) ORDER BY "tournaments_fixture"."id" DESC LIMIT 51'
"""A page of all fixtures: read from the end, where nearly all are listed."""


def asked(matches: int) -> dict[str, list[Query]]:
    """By what is done often, the queries that a database with so many matches gets."""
    found: dict[str, list[Query]] = {}
    with transaction.atomic():
        synthetic.load(matches)
        for one in chain(everything(), programs()):
            if one.often:
                one.does()  # what is read once in a process is read now
                with watched() as found[one.what]:
                    one.does()
        for queries in found.values():
            PLANS.update({query.sql: query.plan() for query in queries if query.sql.startswith("SELECT")})
        transaction.set_rollback(True)
    return found


PLANS: dict[str, list[str]] = {}


def scanned(step: str, sql: str) -> str:
    """Which table, if any, a step of a plan reads whole; a query may give it another name."""
    name = step.removeprefix("SCAN ").split()[0] if step.startswith("SCAN ") else ""
    renamed = re.search(rf'"(\w+)" {name}\b', sql) if name else None
    return (renamed[1] if renamed else name).removeprefix("tournaments_")


def test_the_number_of_queries_does_not_grow_and_each_uses_an_index() -> None:
    small, large = (
        {what: len(queries) for what, queries in asked(matches).items()} for matches in (2000, 5000)
    )
    assert small.pop(TICK) < 160 > large.pop(TICK)  # by how many fixtures it queues
    assert small == large
    assert len(PLANS) > 80
    scans = [(step, sql) for sql, plan in PLANS.items() for step in plan if scanned(step, sql) in LARGE]
    assert [scan for scan in scans if not (scan[0].endswith(COUNTS) or scan[1].endswith(NEWEST))] == []
