"""Programs make bots and submit versions by the rules of the site."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.caravan.api.conftest import Ask
from tests.world import SCRIPT, World, play
from tournaments.models import Bot, Fixture, Version
from tournaments.services import quotas

VERSIONS = "bots/oryx/versions/"


def problem(told: Any, status: int) -> Any:
    """What is wrong."""
    assert (told.status_code, told.headers["Content-Type"]) == (status, "application/problem+json")
    return told.json()


def test_a_new_bot_is_there_and_its_name_is_taken(world: World, token: Any, send: Ask, get: Ask) -> None:
    headers = token(world.stranger, "submit", "read")
    told = send("bots/", {"name": "dromedary"}, headers)
    assert (told.status_code, told.headers["Location"]) == (201, "/api/v1/bots/dromedary/")
    assert told.json() == get("bots/dromedary/", headers).json()
    assert told.json()["owner"] == "jun"
    refused = problem(send("bots/", {"name": "dromedary"}, token(world.owner, "submit")), 409)
    assert refused["errors"][0]["field"] == "name"
    assert refused["errors"][0]["detail"] == "there is a bot named dromedary already"
    for name in ("new", "Oryx!", "", "x" * 41, "oryx ", 7, None):
        (error,) = problem(send("bots/", {"name": name}, headers), 400)["errors"]
        assert (error["field"], bool(error["remedy"])) == ("name", True)
    (error,) = problem(send("bots/", {"name": ""}, headers), 400)["errors"]
    assert error["remedy"] == "Send something as 'name'."
    assert Bot.objects.filter(owner=world.stranger).count() == 1


def test_what_is_no_object_is_refused_without_a_field(world: World, token: Any, send: Ask) -> None:
    for said in ([], '"x"', "7"):
        (error,) = problem(send("bots/", said, token(world.owner, "submit")), 400)["errors"]
        assert (error["field"], error["remedy"]) == ("", "Change what you send.")


def test_what_nobody_can_read_is_refused(world: World, token: Any, send: Ask) -> None:
    headers = token(world.owner, "submit")
    for said in ("{", "[" * 100_000, '{"name": NaN}'):
        assert "JSON" in problem(send("bots/", said, headers), 400)["detail"]


def test_a_version_is_submitted_and_passes_its_trial(
    world: World, token: Any, upload: Ask, get: Ask, django_capture_on_commit_callbacks: Any
) -> None:
    headers = token(world.owner, "submit", "read")
    with django_capture_on_commit_callbacks(execute=True):
        told = upload("oryx", SCRIPT + b"# more\n", headers, note="better", activate="false")
    assert (told.status_code, told.headers["Location"]) == (201, f"/api/v1/{VERSIONS}2/")
    said = told.json()
    assert (said["number"], said["inside"]["note"]) == (2, "better")
    said = get(f"{VERSIONS}2/", headers).json()
    assert said["state"] == "trial"
    (trial,) = said["trials"]
    assert (trial["game"], trial["state"]) == ("pis_yedili", "queued")
    path = f"{VERSIONS}2/trials/"
    (begun,) = get(path, headers).json()["results"]
    assert (begun["passed"], begun["faults"]) == (None, [])
    play(Fixture.objects.get(pk=trial["fixture"]))
    (ended,) = get(path, headers).json()["results"]
    assert (ended["state"], ended["passed"], ended["faults"]) == ("finished", True, [])
    assert get(f"{VERSIONS}2/", headers).json()["state"] == "passed"  # it waits for its owner


def test_a_trial_names_the_faults_and_tells_their_owner_why(
    world: World, token: Any, upload: Ask, get: Ask, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        upload("oryx", SCRIPT, token(world.owner, "submit"))
    play(Fixture.objects.filter(kind="trial").latest("pk"), failing={0})
    for who, words in ((world.owner, True), (world.member, False)):
        (trial,) = get(f"{VERSIONS}2/trials/", token(who)).json()["results"]
        assert trial["passed"] is False
        assert {fault["fault"] for fault in trial["faults"]} == {"timeout"}
        assert [bool(fault["reason"]) for fault in trial["faults"]] == [words]
        match, seat = trial["faults"][0]["match"], trial["faults"][0]["seat"]
        log = get(f"matches/{match}/logs/{seat}/", token(who))
        assert log.status_code == (200 if words else 404)


REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"file": b"def choose(:"}, "file", "bot.py, line 1: "),
    ({"file": b""}, "file", "choose"),
    ({"file": b"x", "filename": "bot.txt"}, "file", "is neither a script"),
    ({"file": b"#" * 1_000_001}, "file", "the upload is larger than 1 MB"),
    ({"file": SCRIPT, "game": []}, "file", "game"),
    ({"file": SCRIPT, "game": ["chess"]}, "game.0", "not a valid choice"),
    ({"file": SCRIPT, "note": "x" * 201}, "note", "200"),
    ({"file": SCRIPT, "activate": "perhaps"}, "activate", "boolean"),
]


def test_an_upload_that_is_refused_names_field_and_remedy(world: World, token: Any, upload: Ask) -> None:
    headers = token(world.owner, "submit")
    for more, field, words in REFUSED:
        (error,) = problem(upload("oryx", headers=headers, **more), 400)["errors"]
        assert error["field"] == field
        assert words in error["detail"]
        assert error["remedy"]
    assert world.oryx.versions.count() == 1


def test_the_same_key_answers_the_same_version(world: World, token: Any, upload: Ask) -> None:
    headers = token(world.owner, "submit") | {"Idempotency-Key": "5f0c"}
    first, again = (upload("oryx", SCRIPT, headers) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    other = problem(upload("oryx", SCRIPT + b"#\n", headers), 422)
    assert other["errors"][0]["field"] == "Idempotency-Key"
    problem(upload("oryx", SCRIPT, headers, note="another"), 422)
    assert world.oryx.versions.count() == 2
    assert upload("oryx", SCRIPT, headers | {"Idempotency-Key": "5f0d"}).json()["number"] == 3
    for key in ("", "two words", "x" * 201, "é"):
        (error,) = problem(upload("oryx", SCRIPT, headers | {"Idempotency-Key": key}), 400)["errors"]
        assert error["field"] == "Idempotency-Key"


def test_uploads_and_bots_are_limited_as_on_the_site(
    world: World, token: Any, upload: Ask, send: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "UPLOADS_AN_HOUR", 2)
    headers = token(world.owner, "submit")
    keyed = headers | {"Idempotency-Key": "5f0c"}
    assert upload("oryx", SCRIPT, keyed).status_code == 201
    Version.objects.filter(bot=world.oryx, number=1).update(created=timezone.now() - timedelta(minutes=50))
    told = upload("oryx", SCRIPT, headers)
    assert "uploads in an hour" in problem(told, 429)["detail"]
    assert 590 <= int(told.headers["Retry-After"]) <= 600
    assert upload("oryx", SCRIPT, keyed).status_code == 201  # it was taken already
    assert send("bots/", {"name": "mirage"}, headers).status_code == 201
    assert "new bots" in problem(send("bots/", {"name": "sirocco"}, headers), 429)["detail"]


def test_only_its_owner_submits_with_the_scope(world: World, token: Any, upload: Ask, send: Ask) -> None:
    for who in (world.member, world.staff, world.organiser):
        told = problem(upload("oryx", SCRIPT, token(who, "submit")), 403)
        assert ("owner" in told["detail"], "of your own" in told["remedy"]) == (True, True)
    refused = problem(upload("oryx", SCRIPT, token(world.owner, "read")), 403)
    assert "scope" in refused["remedy"]
    assert "'submit'" in refused["detail"]
    assert problem(send("bots/", {"name": "mirage"}, token(world.owner)), 403)["detail"] == refused["detail"]
    assert upload("oryx", SCRIPT).status_code == send("bots/", {"name": "mirage"}).status_code == 401
    assert world.oryx.versions.count() == 1


def test_a_session_needs_the_word_of_its_page(world: World) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.owner)
    said = {"path": "/api/v1/bots/", "data": {"name": "mirage"}, "content_type": "application/json"}
    assert "CSRF" in problem(client.post(**said), 403)["detail"]
    word = client.get("/bots/new/").cookies["csrftoken"].value
    assert client.post(**said, headers={"X-CSRFToken": word}).status_code == 201


def test_what_nobody_does_there_is_told_to_everybody(world: World, token: Any, send: Ask) -> None:
    for headers in (None, token(world.owner, "read"), token(world.owner, "submit")):
        assert problem(send("bots/oryx/", {}, headers, by="delete"), 405)["remedy"]


def test_a_frozen_bot_takes_no_version(world: World, token: Any, upload: Ask) -> None:
    Bot.objects.filter(pk=world.oryx.pk).update(frozen=True)
    refused = problem(upload("oryx", SCRIPT, token(world.owner, "submit")), 409)
    assert "has to stand still" in refused["detail"]
