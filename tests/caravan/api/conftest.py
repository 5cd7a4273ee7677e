"""The site that the API is asked about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests import world as builder
from tests.world import World
from tournaments.models import User
from tournaments.services import tokens

Ask = Callable[..., Any]


@pytest.fixture(autouse=True)
def _apart(settings: Any, tmp_path: Path) -> Iterator[None]:
    """Logs in a place of their own, passwords hashed for speed; nobody has asked before, nor afterwards."""
    settings.CARAVAN_DATA = tmp_path
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def world(db: None) -> World:
    """People, bots, a season, fixtures in each state."""
    return builder.build()


@pytest.fixture
def token(db: None) -> Callable[..., dict[str, str]]:
    """The header with a new token of somebody."""

    def made(user: User, *scopes: str, expires: datetime | None = None) -> dict[str, str]:
        _, text = tokens.issue(user=user, name="a test", scopes=scopes or ("read",), expires=expires)
        return {"Authorization": f"Bearer {text}"}

    return made


@pytest.fixture
def send() -> Ask:
    """POST JSON below /api/v1/, or what else `by` says."""

    def ask(path: str, said: Any, headers: dict[str, str] | None = None, by: str = "post") -> Any:
        method = getattr(Client(), by)
        return method(f"/api/v1/{path}", said, content_type="application/json", headers=headers)

    return ask


@pytest.fixture
def upload() -> Ask:
    """POST a file to the versions of a bot, with what else is said."""

    def ask(name: str, file: bytes, headers: dict[str, str] | None = None, **said: Any) -> Any:
        sent = {
            "game": "pis_yedili",
            "file": SimpleUploadedFile(said.pop("filename", "bot.py"), file),
            **said,
        }
        return Client().post(f"/api/v1/bots/{name}/versions/", sent, headers=headers)

    return ask


@pytest.fixture
def get() -> Ask:
    """GET below /api/v1/, with headers."""

    def ask(path: str, headers: dict[str, str] | None = None) -> Any:
        return Client().get(f"/api/v1/{path}", headers=headers)

    return ask
