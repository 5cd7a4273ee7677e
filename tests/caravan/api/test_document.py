"""The document that describes the API is the committed one, and every answer is as it says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from jsonschema import Draft202012Validator

from caravan.live.app import streamed
from caravan.openapi import DOCUMENT
from caravan.problems import PREFIX
from caravan.streams import LINES
from tests.caravan.api.conftest import Ask
from tests.world import World, bot
from tournaments.models import User
from tournaments.services import audit, challenges

LINES_TYPE = "application/x-ndjson"
SEASON = "leagues/pis-yedili-open/seasons/1/"
PATHS = {
    "/api/v1/status/": "status/",
    "/api/v1/me/": "me/",
    "/api/v1/games/": "games/",
    "/api/v1/games/{name}/": "games/tuareg/",
    "/api/v1/leagues/": "leagues/",
    "/api/v1/leagues/{slug}/": "leagues/pis-yedili-open/",
    "/api/v1/leagues/{slug}/deeds/": "leagues/pis-yedili-open/deeds/",
    "/api/v1/leagues/{slug}/actions/": "leagues/pis-yedili-open/actions/",
    "/api/v1/leagues/{slug}/seasons/{number}/deeds/": f"{SEASON}deeds/",
    "/api/v1/leagues/{slug}/seasons/{number}/actions/": f"{SEASON}actions/",
    "/api/v1/seasons/": "seasons/",
    "/api/v1/leagues/{slug}/seasons/{number}/": SEASON,
    "/api/v1/leagues/{slug}/seasons/{number}/standings/": f"{SEASON}standings/",
    "/api/v1/leagues/{slug}/seasons/{number}/entries/": f"{SEASON}entries/",
    "/api/v1/leagues/{slug}/seasons/{number}/entries/{which}/": f"{SEASON}entries/1/",
    "/api/v1/leagues/{slug}/seasons/{number}/entries/{which}/ratings/": f"{SEASON}entries/1/ratings/",
    "/api/v1/leagues/{slug}/seasons/{number}/head-to-head/": f"{SEASON}head-to-head/",
    "/api/v1/bots/": "bots/",
    "/api/v1/bots/{name}/": "bots/oryx/",
    "/api/v1/bots/{name}/versions/": "bots/oryx/versions/",
    "/api/v1/bots/{name}/versions/{number}/": "bots/oryx/versions/1/",
    "/api/v1/bots/{name}/versions/{number}/trials/": "bots/oryx/versions/1/trials/",
    "/api/v1/challenges/": "challenges/",
    "/api/v1/challenges/{id}/": "challenges/{challenge}/",
    "/api/v1/webhooks/": "webhooks/",
    "/api/v1/webhooks/{id}/": "webhooks/{webhook}/",
    "/api/v1/webhooks/{id}/deliveries/": "webhooks/{webhook}/deliveries/",
    "/api/v1/webhooks/{id}/deliveries/{uid}/": "webhooks/{webhook}/deliveries/{uid}/",
    "/api/v1/fixtures/": "fixtures/",
    "/api/v1/fixtures/{id}/": "fixtures/{fixture}/",
    "/api/v1/matches/": "matches/",
    "/api/v1/matches/{id}/": "matches/{match}/",
    "/api/v1/matches/{id}/logs/{seat}/": "matches/{match}/logs/{seat}/",
    "/api/v1/matches/{id}/record/": "matches/{match}/record/",
}
"""By the path in the document, one to ask for."""


@pytest.fixture
def document() -> dict[str, Any]:
    told: dict[str, Any] = yaml.safe_load(DOCUMENT.read_text())
    return told


def resolved(document: dict[str, Any], schema: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator({**schema, "components": document["components"]})


def streams(document: dict[str, Any]) -> set[str]:
    """The paths that answer with lines."""
    found = {path: methods.get("get", {}).get("responses", {}) for path, methods in document["paths"].items()}
    return {path for path, told in found.items() if LINES_TYPE in told.get("200", {}).get("content", {})}


def test_the_document_knows_every_stream_and_no_other(document: dict[str, Any]) -> None:
    assert streams(document) == {PREFIX + path for path in LINES.values()}
    for path in document["paths"]:
        asked = re.sub(r"{(\w+)}", "7", path)
        assert streamed(asked) == (path in streams(document)), path


def test_a_stream_says_what_may_be_asked_and_why_it_is_refused(document: dict[str, Any]) -> None:
    for path in streams(document):
        [(method, told)] = document["paths"][path].items()
        assert (method, told["security"]) == ("get", [{"token": ["read"]}, {}])
        assert [each["name"] for each in told["parameters"] if each["in"] != "path"] == ["after"]
        assert {"401", "403", "404", "429", "503"} <= set(told["responses"])
        assert all("Retry-After" in told["responses"][status]["headers"] for status in ("429", "503"))


def test_the_committed_document_is_what_the_code_says_without_a_warning(tmp_path: Path) -> None:
    """Renewed by `manage.py spectacular --file platform/caravan/openapi.yaml`."""
    made = tmp_path / "openapi.yaml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(made))
    assert made.read_text() == DOCUMENT.read_text()


def test_every_answer_is_as_the_document_says(
    world: World, document: dict[str, Any], token: Any, get: Ask
) -> None:
    assert set(document["paths"]) - streams(document) == set(PATHS)
    User.objects.filter(pk=world.owner.pk).update(is_staff=True, is_superuser=True)
    world.owner.refresh_from_db()
    headers, match = token(world.owner, "read", "organise"), world.open.matches.first()
    audit.note(by=world.owner, verb="pause", subject=world.season, season=world.season, fixtures=1)
    rivals = [world.oryx, bot("mirage", world.stranger).bot]
    challenge = challenges.duel(by=world.owner, league=world.season.league, bots=rivals)
    assert match
    seat = match.seatings.get(version__bot=world.oryx).seat
    places = {"fixture": world.open.pk, "match": match.pk, "seat": seat, "challenge": challenge.pk}
    told = world.webhook.deliveries.all()[0]
    places |= {"webhook": world.webhook.pk, "uid": told.uid}
    for path, asked in PATHS.items():
        answer = get(asked.format(**places), headers)
        assert answer.status_code == 200, asked
        content = document["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]
        resolved(document, content["schema"]).validate(answer.json())
        told = answer.json()
        assert told["results"] if isinstance(told, dict) and "results" in told else told, asked


def test_problems_are_as_the_document_says(world: World, document: dict[str, Any], get: Ask) -> None:
    schema = {"$ref": "#/components/schemas/Problem"}
    for asked in ("me/", "bots/nobody/", "matches/?limit=0", "fixtures/?state=lost", "nothing/here/"):
        resolved(document, schema).validate(get(asked).json())


def test_the_site_tells_the_document(db: None, get: Ask) -> None:
    assert get("openapi.yaml").content == DOCUMENT.read_bytes()
