"""Programs enter seasons, leave them, and challenge, by the rules of the site."""

from __future__ import annotations

from typing import Any

import pytest

from tests.caravan.api.conftest import Ask
from tests.world import World, bot
from tournaments.models import Bot, Entry, Fixture
from tournaments.services import challenges

ENTRIES = "leagues/pis-yedili-open/seasons/1/entries/"


@pytest.fixture
def mirage(world: World) -> Bot:
    """A bot that competes in nothing yet."""
    return bot("mirage", world.stranger).bot


def test_a_bot_joins_and_leaves(world: World, mirage: Bot, token: Any, send: Ask, get: Ask) -> None:
    headers = token(world.stranger, "submit", "read")
    told = send(ENTRIES, {"bot": "mirage"}, headers)
    entry = told.json()
    assert (told.status_code, entry["bot"], entry["state"]) == (201, "mirage", "in")
    path = f"{ENTRIES}{entry['number']}/"
    assert told.headers["Location"] == f"/api/v1/{path}"
    assert get(path).json() == entry
    again = send(ENTRIES, {"bot": "mirage"}, headers)
    assert (again.status_code, "is in" in again.json()["detail"]) == (409, True)
    assert send(path, None, headers, by="delete").status_code == 204
    assert get(path).json()["state"] == "withdrawn"
    assert send(path, None, headers, by="delete").status_code == 409


def test_nobody_enters_or_withdraws_the_bot_of_somebody_else(
    world: World, mirage: Bot, token: Any, send: Ask
) -> None:
    refused = send(ENTRIES, {"bot": "mirage"}, token(world.owner, "submit"))
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "bot")
    own = Entry.objects.get(bot=world.oryx).number
    house = Entry.objects.get(house=True).number
    for who in (world.member, world.staff, world.organiser):
        assert send(f"{ENTRIES}{own}/", None, token(who, "submit"), by="delete").status_code == 403
    assert send(f"{ENTRIES}{house}/", None, token(world.owner, "submit"), by="delete").status_code == 403
    assert send(f"{ENTRIES}{own}/", None, token(world.owner), by="delete").status_code == 403
    assert send(f"{ENTRIES}{own}/", None, by="delete").status_code == 401
    assert set(Entry.objects.values_list("state", flat=True)) == {"in"}


def test_a_challenge_is_drawn_and_read(world: World, mirage: Bot, token: Any, send: Ask, get: Ask) -> None:
    headers = token(world.stranger, "submit", "read")
    for more in ({}, {"league": "pis-yedili-open"}, {"game": "pis_yedili"}):
        told = send("challenges/", {"bots": ["oryx", "mirage"], **more}, headers)
        said = told.json()
        assert told.status_code == 201, said
        assert (said["kind"], said["by"], said["state"]) == ("challenge", "jun", "waiting")
        assert said["url"] == f"http://testserver/fixtures/{said['fixture']}/"
        assert {placing["bot"] for placing in said["placings"]} == {"mirage", "oryx"}
        assert get(f"challenges/{said['fixture']}/").json() == said
    assert get("challenges/", token(world.owner)).json()["results"] == []
    listed = [row["fixture"] for row in get("challenges/", headers).json()["results"]]
    assert listed == sorted(listed, reverse=True)
    assert len(listed) == 3
    assert get(f"challenges/{world.open.pk}/").status_code == 404


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"bots": ["oryx", "erg"]}, "bots"),
    ({"bots": ["mirage", "nobody"]}, "bots"),
    ({"bots": ["mirage"]}, "bots"),
    ({"bots": ["mirage", "oryx"], "league": "donkey-nights"}, "league"),
    ({"bots": ["mirage", "oryx"], "game": "donkey"}, "league"),
    ({"bots": ["mirage", "oryx"], "game": "chess"}, "game"),
    ({"bots": ["mirage", "mirage"]}, "bots"),
    ({}, "bots"),
]


def test_a_challenge_that_cannot_be_names_what_is_wrong(
    world: World, mirage: Bot, token: Any, send: Ask
) -> None:
    headers = token(world.stranger, "submit")
    for said, field in IMPOSSIBLE:
        told = send("challenges/", said, headers)
        (error,) = told.json()["errors"]
        assert (told.status_code, error["field"]) == (400, field), said
    assert not Fixture.objects.filter(kind="challenge").exists()


def test_one_challenge_too_many_is_told_when_to_come_back(
    world: World, mirage: Bot, token: Any, send: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenges, "AT_ONCE", 1)
    said, headers = {"bots": ["mirage", "oryx"]}, token(world.stranger, "submit")
    assert send("challenges/", said, headers).status_code == 201
    told = send("challenges/", said, headers)
    assert (told.status_code, told.headers["Retry-After"]) == (429, "10")
    assert send("challenges/", said, token(world.stranger)).status_code == 403
