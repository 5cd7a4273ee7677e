"""Who asks too often is told when to come back."""

from __future__ import annotations

from typing import Any

import pytest

from caravan.api import throttles
from tests.caravan.api.conftest import Ask
from tests.world import World


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that stands still until a test moves it."""
    now = [1e9]
    for each in (throttles.Nobody, throttles.Somebody):
        monkeypatch.setattr(each, "timer", lambda _: now[0])
    return now


def test_sixty_questions_a_minute_from_one_address(db: None, get: Ask, noon: list[float]) -> None:
    assert {get("games/").status_code for _ in range(60)} == {200}
    told = get("games/")
    assert (told.status_code, told.headers["Retry-After"]) == (429, "60")
    assert told.headers["Content-Type"] == "application/problem+json"
    noon[0] += 60
    assert get("games/").status_code == 200


def test_a_user_may_ask_more_often_over_all_tokens_together(
    world: World, token: Any, get: Ask, noon: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert throttles.Somebody.rate == "600/min"
    monkeypatch.setattr(throttles.Somebody, "rate", "3/min")
    one, other = token(world.owner), token(world.owner)
    assert [get("games/", each).status_code for each in (one, other, one, other)] == [200, 200, 200, 429]
    assert get("games/", token(world.member)).status_code == 200
