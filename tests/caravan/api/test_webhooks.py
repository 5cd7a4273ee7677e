"""Programs make webhooks, look after what was sent, and send it again: their own, by scope."""

from __future__ import annotations

from typing import Any

import pytest

from tests.caravan.api.conftest import Ask
from tests.world import World
from tournaments.models import Delivery, Webhook
from tournaments.services import webhooks

NEW = {"url": "https://example.org/told", "events": ["season.closed", "fixture.finished"]}


def test_a_webhook_is_made_its_secret_told_once_and_removed(
    world: World, token: Any, send: Ask, get: Ask
) -> None:
    headers = token(world.stranger, "read", "submit")
    answer = send("webhooks/", NEW, headers)
    made = answer.json()
    assert answer.status_code == 201
    secret = made.pop("secret")
    assert Webhook.objects.get(pk=made["id"]).secret == secret
    assert made["events"] == ["fixture.finished", "season.closed"]
    path = f"webhooks/{made['id']}/"
    assert answer.headers["Location"] == f"/api/v1/{path}"
    assert get(path, headers).json() == made
    assert get("webhooks/", headers).json()["results"] == [made]
    assert send(path, None, headers, by="delete").status_code == 204
    assert get(path, headers).status_code == 404


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"url": "http://me:word@example.org/"}, "url"),
        ({"url": ""}, "url"),
        ({"url": "http://10.0.0.1/"}, "url"),
        ({"events": []}, "events"),
        ({"events": ["everything"]}, "events.0"),
    ],
)
def test_what_cannot_work_is_named_by_its_field(
    world: World, token: Any, send: Ask, wrong: dict[str, Any], field: str
) -> None:
    told = send("webhooks/", NEW | wrong, token(world.stranger, "submit"))
    assert told.status_code == 400
    assert [error["field"] for error in told.json()["errors"]] == [field]


def test_one_too_many_is_a_conflict(world: World, token: Any, send: Ask, monkeypatch: Any) -> None:
    monkeypatch.setattr(webhooks, "A_USER", 1)
    assert send("webhooks/", NEW, token(world.owner, "submit")).status_code == 409


def test_what_was_sent_is_listed_tried_and_sent_again(world: World, token: Any, send: Ask, get: Ask) -> None:
    headers, path = token(world.owner, "read", "submit"), f"webhooks/{world.webhook.pk}/deliveries/"
    answer = send(path, {}, headers)
    ping = answer.json()
    assert (answer.status_code, ping["event"], ping["state"]) == (201, "ping", "waiting")
    assert get(path, headers).json()["results"][0] == ping
    Delivery.objects.filter(uid=ping["id"]).update(state="failed", attempts=8, error="it answered 500")
    told = get(f"{path}{ping['id']}/", headers).json()
    assert (told["state"], told["error"], told["due"]) == ("failed", "it answered 500", None)
    again = send(f"{path}{ping['id']}/", {}, headers)
    assert (again.status_code, again.json()["state"]) == (200, "waiting")
    Webhook.objects.update(active=False)
    assert send(f"{path}{ping['id']}/", {}, headers).status_code == 409


def test_what_it_said_is_shown_once_it_was_sent_and_while_everybody_may_know(
    world: World, token: Any, get: Ask
) -> None:
    headers = token(world.owner)
    mine = Delivery.objects.get(event="fixture.finished")
    path = f"webhooks/{mine.webhook_id}/deliveries/{mine.uid}/"
    assert get(path, headers).json()["body"] is None
    Delivery.objects.update(tried=mine.created)
    assert get(path, headers).json()["body"] == mine.body
    world.open.round.fixtures.update(released=False)  # type: ignore[union-attr]
    assert get(path, headers).json()["body"] is None


def test_anothers_are_not_there_and_a_scope_is_needed(world: World, token: Any, send: Ask, get: Ask) -> None:
    path = f"webhooks/{world.webhook.pk}/"
    told = world.webhook.deliveries.all()[0]
    for who in (world.member, world.staff, world.organiser):
        headers = token(who, "read", "submit")
        assert get(path, headers).status_code == 404
        assert send(path, None, headers, by="delete").status_code == 404
        assert send(f"{path}deliveries/{told.uid}/", {}, headers).status_code == 404
    assert send(path, None, token(world.owner), by="delete").status_code == 403
    assert send("webhooks/", NEW).status_code == 401
    assert get("webhooks/").status_code == 401
    assert Webhook.objects.count() == 1


def test_a_fixture_names_its_matches_in_the_order_in_which_they_are_followed(world: World, get: Ask) -> None:
    played = world.playing.matches.order_by("rotation", "deal").values_list("pk", flat=True)
    assert get(f"fixtures/{world.playing.pk}/").json()["matches"] == list(played)
    assert get("fixtures/?state=playing").json()["results"][0]["matches"] == list(played)
