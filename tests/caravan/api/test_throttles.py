"""Who asks too often is told when to come back."""

from __future__ import annotations

from typing import Any

import pytest

from caravan import throttles
from caravan.live.admission import DeniedError
from caravan.live.lines import wanted
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


def opens(world: World, headers: dict[str, str] | None = None, peer: str = "127.0.0.1") -> int:
    """A program opens a stream: 0, or after how many seconds it may."""
    said = [(name.lower().encode(), value.encode()) for name, value in (headers or {}).items()]
    path = f"/api/v1/fixtures/{world.open.pk}/stream/"
    scope = {"path": path, "method": "GET", "query_string": b"", "headers": said, "client": (peer, 40000)}
    try:
        wanted(scope)
    except DeniedError as denied:
        return denied.after or -denied.status
    return 0


def test_streams_that_programs_open_count_with_what_else_they_ask(
    world: World, get: Ask, noon: list[float]
) -> None:
    assert [opens(world) for _ in range(30)] == [0] * 30
    assert {get("games/").status_code for _ in range(30)} == {200}
    assert (opens(world), get("games/").status_code) == (60, 429)
    assert opens(world, peer="192.0.2.7") == 0
    noon[0] += 45
    assert opens(world) == 15
    noon[0] += 15
    assert opens(world) == 0


def test_streams_count_for_the_user_over_all_tokens(
    world: World, token: Any, get: Ask, noon: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttles.Somebody, "rate", "3/min")
    one, other = token(world.owner), token(world.owner)
    assert [opens(world, one), get("games/", other).status_code, opens(world, other)] == [0, 200, 0]
    assert (opens(world, one), get("games/", one).status_code) == (60, 429)
    assert opens(world, token(world.member)) == 0
