"""A site with a fixture under way."""

from __future__ import annotations

from pathlib import Path

import pytest

from caravan import throttles
from tests import world as builder
from tests.paper import Worker, hired


@pytest.fixture(autouse=True)
def _as_often_as_they_like(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs may ask without a limit."""
    for each in (throttles.Nobody, throttles.Somebody):
        monkeypatch.setattr(each, "rate", None)


@pytest.fixture
def worker(db: None, settings: object, tmp_path: Path) -> Worker:
    """Whoever plays the fixture under way."""
    settings.CARAVAN_DATA = tmp_path  # type: ignore[attr-defined]
    return hired(builder.build().playing)
