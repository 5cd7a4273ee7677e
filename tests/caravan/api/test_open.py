"""What is not open yet is there for nobody; what is open stays as it is."""

from __future__ import annotations

from typing import Any

from tests.caravan.api.conftest import Ask
from tests.world import SECRET_PRINT, World
from tournaments.models import Fixture, Season

RESULTS = ("fixture_points", "rank", "mu_before", "mu_after")


def test_results_are_told_once_a_fixture_is_open(world: World, token: Any, get: Ask) -> None:
    shown = get(f"fixtures/{world.open.pk}/").json()
    assert shown["open"]
    assert all(placing[name] is not None for placing in shown["placings"] for name in RESULTS)
    for who in (None, token(world.owner), token(world.organiser)):
        for fixture in (world.held, world.playing):
            told = get(f"fixtures/{fixture.pk}/", who).json()
            assert not told["open"]
            assert {placing[name] for placing in told["placings"] for name in RESULTS} == {None}


def test_matches_are_there_once_their_fixture_is_open(world: World, token: Any, get: Ask) -> None:
    def listed() -> set[int]:
        return {row["fixture"] for row in get("matches/").json()["results"]}

    held = world.held.matches.first()
    assert held
    assert listed() == {world.open.pk}
    for who in (None, token(world.owner), token(world.organiser)):
        for path in (f"matches/{held.pk}/", f"matches/{held.pk}/record/"):
            assert get(path, who).status_code == 404
        assert get(f"matches/?fixture={world.held.pk}", who).json()["results"] == []
    Fixture.objects.filter(pk=world.held.pk).update(released=True)
    assert listed() == {world.open.pk, world.held.pk}
    assert get(f"matches/{held.pk}/record/").status_code == 200


def test_a_record_may_be_kept_for_ever_and_is_not_sent_twice(world: World, get: Ask) -> None:
    match = world.open.matches.first()
    assert match
    path = f"matches/{match.pk}/record/"
    told = get(path)
    assert told.content.decode() == match.record
    assert told.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    again = get(path, {"If-None-Match": told.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert get(path, {"If-None-Match": '"another"'}).status_code == 200
    assert "immutable" not in get("matches/0/record/").headers.get("Cache-Control", "")


def test_a_log_is_read_by_the_owner_of_its_bot_once_its_match_is_open(
    world: World, token: Any, get: Ask
) -> None:
    match, held = world.open.matches.first(), world.held.matches.first()
    assert match
    assert held
    seat = match.seatings.get(version__bot=world.oryx).seat
    told = get(f"matches/{match.pk}/logs/{seat}/", token(world.owner))
    assert SECRET_PRINT in told.json()["text"]
    for who in (None, token(world.member), token(world.elsewhere)):
        assert get(f"matches/{match.pk}/logs/{seat}/", who).status_code == 404
    assert get(f"matches/{held.pk}/logs/0/", token(world.staff)).status_code == 404


def test_a_draft_and_a_rehearsal_are_nowhere(world: World, get: Ask) -> None:
    season = "leagues/pis-yedili-open/seasons/1/"
    addresses = [season, f"{season}standings/", f"{season}entries/", f"{season}head-to-head/"]
    addresses += [f"{season}entries/1/ratings/", "leagues/pis-yedili-open/"]
    assert {get(path).status_code for path in addresses} == {200}
    for change in ({"state": Season.State.DRAFT}, {"state": Season.State.RUNNING, "dry": True}):
        Season.objects.update(**change)
        assert {get(path).status_code for path in addresses} == {404}
        assert get("seasons/").json()["results"] == get("leagues/").json()["results"] == []


def test_the_secret_of_a_season_is_told_when_it_is_closed(world: World, get: Ask) -> None:
    path = "leagues/pis-yedili-open/seasons/1/"
    assert get(path).json()["secret"] is None
    Season.objects.update(state=Season.State.CLOSED)
    assert get(path).json()["secret"] == world.season.secret
