"""What the environment says about the database, on a real PostgreSQL."""

from __future__ import annotations

import pytest
from django.db import connection

from tests import databases, postgres

pytestmark = pytest.mark.django_db


def test_postgresql_compiles_no_query() -> None:
    binaries = postgres.programs()
    if binaries is None:
        pytest.skip("there is no PostgreSQL: apt-get install postgresql")
    with postgres.server(binaries) as address, databases.default(address), connection.cursor() as cursor:
        cursor.execute("SHOW jit")
        assert cursor.fetchone() == ("off",)
