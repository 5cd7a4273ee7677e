"""The site that the pages are asked about."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from caravan import throttles
from tests import world as builder
from tests.world import World
from tournaments.models import User


@pytest.fixture(autouse=True)
def _apart(settings: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Logs in a place of their own; programs may ask as often as they like."""
    settings.CARAVAN_DATA = tmp_path  # type: ignore[attr-defined]
    for each in (throttles.Nobody, throttles.Somebody):
        monkeypatch.setattr(each, "rate", None)


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site's clock and dice stand still: whoever asks twice gets the same bytes."""
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    monkeypatch.setattr(timezone, "now", lambda: datetime.fromtimestamp(now, UTC))
    monkeypatch.setattr("django.middleware.csrf._get_new_csrf_string", lambda: "a" * 32)


@pytest.fixture
def world(db: None) -> World:
    """People, bots, a season, fixtures in each state."""
    return builder.build()


@pytest.fixture
def browse() -> Callable[[User | None], Client]:
    """A client of somebody, or of nobody, who has once asked for results."""

    def client(who: User | AnonymousUser | None) -> Client:
        made = Client()
        made.cookies["spoilers"] = "1"
        if isinstance(who, User):
            made.force_login(who)
        return made

    return client
