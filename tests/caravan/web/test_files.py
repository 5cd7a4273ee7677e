"""Files are read beside the loop that serves everybody, and come whole."""

from __future__ import annotations

import asyncio

import pytest
from django.contrib.staticfiles import finders
from django.test import AsyncClient, Client

from caravan.web import middleware

PATH = "css/parts.css"


async def fetched() -> bytes:
    """As the site serves it; Django warns where that would hold up the loop."""
    answer = await AsyncClient().get(f"/static/{PATH}")
    assert answer.is_async
    return b"".join([piece async for piece in answer])


def test_a_file_comes_whole_in_a_loop_and_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "PIECES", 2)
    found = finders.find(PATH)
    assert found
    with open(found, "rb") as file:
        content = file.read()
    assert len(content) > 2 * 4096
    assert asyncio.run(fetched()) == content
    assert b"".join(Client().get(f"/static/{PATH}")) == content
