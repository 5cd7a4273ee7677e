"""Organisers act by programs as on their desk: foretold, then done where it is meant, by whoever may."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from caravan.api.resources.deeds import TO_LEAGUE, TO_SEASON
from tests.caravan.api.conftest import Ask
from tests.world import World
from tournaments.models import Action, Entry, Fixture, Round, Season

LEAGUE = "leagues/pis-yedili-open/"
SEASON = f"{LEAGUE}seasons/1/"


@pytest.fixture
def organiser(world: World, token: Any) -> dict[str, str]:
    """The token of who organises the league."""
    headers: dict[str, str] = token(world.organiser, "organise", "read")
    return headers


def test_nothing_is_done_before_it_is_meant(world: World, organiser: dict[str, str], send: Ask) -> None:
    said, notes = {"deed": "pause", "reason": "rain"}, Action.objects.count()
    told = send(f"{SEASON}actions/", said, organiser)
    assert (told.status_code, told.json()["done"], told.json()["lines"]) == (200, False, ["pause"])
    assert not Season.objects.get().paused
    assert Action.objects.count() == notes
    done = send(f"{SEASON}actions/", said | {"confirm": True, "seen": told.json()["seen"]}, organiser)
    assert (done.status_code, done.json()) == (201, told.json() | {"done": True})
    assert Season.objects.get().paused
    note = Action.objects.latest("pk")
    assert (note.verb, note.by, note.reason) == ("pause", world.organiser, "rain")


def test_what_cannot_be_or_has_become_something_else_is_refused(
    world: World, organiser: dict[str, str], send: Ask
) -> None:
    def refused(**said: Any) -> tuple[int, str]:
        told = send(f"{SEASON}actions/", {"reason": "why not", **said}, organiser)
        return told.status_code, told.json()["detail"]

    assert refused(deed="resume")[0] == refused(deed="resume", confirm=True)[0] == 409
    status, why = refused(deed="pause", confirm=True, seen="of another day")
    assert (status, "something else" in why) == (409, True)
    assert not Season.objects.get().paused


def test_what_is_missing_or_cannot_be_read_is_named(
    world: World, organiser: dict[str, str], send: Ask
) -> None:
    for said, field in (
        ({"deed": "pause"}, "reason"),
        ({"deed": "fly", "reason": "x"}, "deed"),
        ({"deed": "hold", "reason": "x"}, "round"),
        ({"deed": "void", "reason": "x"}, "fixture"),
        ({"deed": "hold", "round": 2, "reason": "x", "release_at": "tomorrow"}, "release_at"),
        (
            {"deed": "hold", "round": 2, "reason": "x", "release_at": "9999-12-31T23:59:59-23:00"},
            "release_at",
        ),
        ({"deed": "hold", "round": "2", "reason": "x"}, "round"),
        ({"deed": "pause", "reason": 7}, "reason"),
        ({"deed": "pause", "reason": "x", "confirm": "true"}, "confirm"),
    ):
        told = send(f"{SEASON}actions/", said, organiser)
        assert (told.status_code, [error["field"] for error in told.json()["errors"]]) == (400, [field])
    assert (
        send(f"{SEASON}actions/", {"deed": "hold", "round": 99, "reason": "x"}, organiser).status_code == 404
    )


def test_rounds_entries_bots_and_fixtures_are_named_by_their_numbers(
    world: World, organiser: dict[str, str], send: Ask
) -> None:
    entry = Entry.objects.get(bot=world.oryx)
    for said in (
        {"deed": "set_its_hour", "round": 2, "release_at": "2031-05-01T18:00:00Z"},
        {"deed": "release", "round": 2},
        {"deed": "disqualify", "entry": entry.number},
        {"deed": "freeze", "entry": entry.number},
        {"deed": "void", "fixture": world.playing.pk},
    ):
        told = send(f"{SEASON}actions/", {"reason": "so it is", "confirm": True, **said}, organiser)
        assert told.status_code == 201, told.json()
    assert not Round.objects.get(number=2).held
    entry.refresh_from_db()
    world.oryx.refresh_from_db()
    assert (entry.state, world.oryx.frozen) == ("disqualified", True)
    assert Fixture.objects.get(pk=world.playing.pk).state == "void"


def test_listed_is_what_makes_sense_now_with_its_fields(
    world: World, organiser: dict[str, str], get: Ask
) -> None:
    def listed() -> dict[str, Any]:
        return {row["deed"]: row for row in get(f"{SEASON}deeds/", organiser).json()}

    before = listed()
    assert {"pause", "hold", "disqualify", "freeze", "void"} <= before.keys()
    assert not {"resume", "open_registration", "ban", "name_an_organiser"} & before.keys()
    fields = {field["name"]: (field["type"], field["required"]) for field in before["hold"]["fields"]}
    assert fields == {
        "division": ("number", False),
        "round": ("number", True),
        "reason": ("text", True),
        "release_at": ("time", False),
    }
    Season.objects.update(paused=True)
    assert {"resume"} <= listed().keys()
    assert "pause" not in listed()


def test_only_who_has_the_desk_and_the_scope(world: World, token: Any, send: Ask, get: Ask) -> None:
    said = {"deed": "pause", "reason": "rain", "confirm": True}
    elsewhere = token(world.elsewhere, "organise")
    for path in (f"{SEASON}deeds/", f"{SEASON}actions/", f"{LEAGUE}deeds/", f"{LEAGUE}actions/"):
        assert get(path).status_code == 401
        assert get(path, elsewhere).status_code == 404
        told = get(path, token(world.organiser, "read", "submit"))
        assert (told.status_code, "'organise'" in told.json()["detail"]) == (403, True)
    assert send(f"{SEASON}actions/", said, elsewhere).status_code == 404
    assert send(f"{SEASON}actions/", said, token(world.organiser)).status_code == 403
    named = {"deed": "name_an_organiser", "username": "jun", "reason": "x", "confirm": True}
    organiser = token(world.organiser, "organise")
    assert get(f"{LEAGUE}deeds/", organiser).json() == []
    assert send(f"{LEAGUE}actions/", named, organiser).status_code == 403
    assert send(f"{LEAGUE}actions/", named, token(world.staff, "organise")).status_code == 201
    assert {one.username for one in world.season.league.organisers.all()} == {"nadia", "jun"}
    assert not Season.objects.get().paused


def test_the_list_of_actions_is_read_by_pages(
    world: World, organiser: dict[str, str], get: Ask, send: Ask
) -> None:
    for deed in ("pause", "resume", "pause"):
        send(f"{SEASON}actions/", {"deed": deed, "reason": "rain", "confirm": True}, organiser)
    first = get(f"{LEAGUE}actions/?limit=2", organiser).json()
    assert [row["verb"] for row in first["results"]] == ["pause", "resume"]
    assert {row["by"] for row in first["results"]} == {"nadia"}
    assert first["results"][0]["season"] == 1
    assert first["next"]
    assert get(f"{SEASON}actions/", organiser).json()["results"][:2] == first["results"]


def test_a_draft_is_followed_by_its_number(
    world: World, organiser: dict[str, str], send: Ask, get: Ask
) -> None:
    sure = {"reason": "x", "confirm": True}
    made = send(f"{SEASON}actions/", {"deed": "draft_the_next", **sure}, organiser).json()
    path = f"{LEAGUE}seasons/{made['season']}/"
    assert get(path, organiser).status_code == 404
    assert "discard_the_draft" in {row["deed"] for row in get(f"{path}deeds/", organiser).json()}
    assert send(f"{path}actions/", {"deed": "discard_the_draft", **sure}, organiser).status_code == 201
    assert get(f"{path}deeds/", organiser).status_code == 404


def test_every_deed_is_found_by_one_name() -> None:
    for kinds in (TO_LEAGUE, TO_SEASON):
        names = Counter(deed.slug for kind in kinds for deed in kind.deeds)
        assert [name for name, count in names.items() if count > 1] == []


def test_extending_takes_a_time(world: World, organiser: dict[str, str], send: Ask) -> None:
    ends = timezone.now().replace(microsecond=0) + timedelta(hours=1)
    Season.objects.update(ends=ends)
    said = {"deed": "extend", "reason": "x", "ends": (ends + timedelta(hours=5)).isoformat(), "confirm": True}
    assert send(f"{SEASON}actions/", said, organiser).status_code == 201
    assert Season.objects.get().ends == ends + timedelta(hours=5)
