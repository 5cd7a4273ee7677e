"""A site with a fixture under way."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import world as builder
from tests.paper import Worker, hired


@pytest.fixture
def worker(db: None, settings: object, tmp_path: Path) -> Worker:
    """Whoever plays the fixture under way."""
    settings.CARAVAN_DATA = tmp_path  # type: ignore[attr-defined]
    return hired(builder.build().playing)
