"""What goes wrong outside of any view is a problem too, and no page."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client, override_settings

from tests.world import World
from tournaments.models import Bot, User


def problem(told: Any, status: int) -> Any:
    """What is wrong, with what helps."""
    assert (told.status_code, told.headers["Content-Type"]) == (status, "application/problem+json")
    said = told.json()
    assert (said["status"], bool(said["remedy"])) == (status, True)
    return said


def test_a_database_that_is_away_says_when_to_come_again(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError("no connection")

    monkeypatch.setattr("caravan.api.resources.bots.bots", away)
    told = Client(raise_request_exception=False).get("/api/v1/bots/")
    problem(told, 503)
    assert told.headers["Retry-After"] == "30"


def test_an_error_of_ours_tells_nothing_of_itself(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caravan.api.resources.bots.bots", lambda: 1 / 0)
    told = Client(raise_request_exception=False).get("/api/v1/bots/")
    assert "division" not in str(problem(told, 500))


def test_who_is_banned_is_told_so(world: World) -> None:
    User.objects.filter(pk=world.owner.pk).update(banned=True)
    client = Client()
    client.force_login(world.owner)
    told = client.post("/api/v1/bots/", {"name": "mirage"}, content_type="application/json")
    assert "change nothing" in problem(told, 403)["detail"]
    assert not Bot.objects.filter(name="mirage").exists()


def test_what_is_too_large_or_comes_for_another_host_is_refused(world: World, token: Any) -> None:
    headers = token(world.owner, "submit")
    with override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=10):
        said = {"name": "a-longer-name"}
        problem(Client().post("/api/v1/bots/", said, content_type="application/json", headers=headers), 400)
    problem(Client(headers={"host": "elsewhere.example"}).get("/api/v1/games/"), 400)


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("bots/", {"name": "a\0b"}),
        ("challenges/", {"bots": ["oryx", "a\0b"]}),
        ("webhooks/", {"url": "https://a\0b.example/", "events": ["round.settled"]}),
        ("leagues/pis-yedili-open/seasons/1/entries/", {"bot": "a\0b"}),
    ],
)
def test_a_null_character_is_refused_at_its_field(
    world: World, token: Any, path: str, sent: dict[str, Any]
) -> None:
    headers = token(world.owner, "submit")
    told = Client().post(f"/api/v1/{path}", sent, content_type="application/json", headers=headers)
    assert problem(told, 400)["errors"]
