"""The site that the pages are asked about."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from tests import world as builder
from tests.world import World
from tournaments.models import User


@pytest.fixture(autouse=True)
def _quick_and_apart(settings: object, tmp_path: Path) -> None:
    """Logs in a place of their own, passwords hashed for speed."""
    settings.CARAVAN_DATA = tmp_path  # type: ignore[attr-defined]
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # type: ignore[attr-defined]


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
