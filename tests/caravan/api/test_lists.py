"""Lists: pages by cursor, order, what may be asked of them, and what is wrong with a question."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from django.utils.http import urlencode

from tests.caravan.api.conftest import Ask
from tests.world import World
from tournaments.models import Bot, Fixture


def names(told: Any) -> list[str]:
    return [row["name"] for row in told.json()["results"]]


def test_the_pages_of_a_list_hold_every_row_once_while_rows_come_in(world: World, get: Ask) -> None:
    first = get("bots/?limit=2")
    assert names(first) == ["erg", "oryx"]
    assert first.json()["previous"] is None
    Bot.objects.create(name="a-new-one", owner=world.stranger)
    onward = first.json()["next"].partition("/api/v1/")[2]
    last = get(onward)
    assert names(last) == ["random", "sensible"]
    assert last.json()["next"] is None
    back = last.json()["previous"].partition("/api/v1/")[2]
    assert names(get(back)) == ["erg", "oryx"]


def test_rows_come_in_the_order_that_is_asked_for(world: World, get: Ask) -> None:
    assert names(get("bots/?ordering=-name")) == ["sensible", "random", "oryx", "erg"]
    assert names(get("bots/?ordering=created")) == ["sensible", "random", "oryx", "erg"]
    ids = [row["id"] for row in get("fixtures/?ordering=id").json()["results"]]
    assert ids == sorted(ids)
    assert [row["id"] for row in get("fixtures/").json()["results"]] == ids[::-1]


def test_filters_find_what_they_name_and_nothing_else(world: World, get: Ask) -> None:
    def ids(asked: str) -> set[int]:
        return {row["id"] for row in get(f"fixtures/?{asked}").json()["results"]}

    rounds = {world.open.pk, world.held.pk, world.playing.pk}
    assert ids("league=pis-yedili-open&season=1") == rounds
    assert ids("kind=trial") == {world.trial.pk}
    assert ids("state=playing") == {world.playing.pk}
    assert ids("bot=oryx") == {*rounds, world.trial.pk}
    assert ids("game=donkey") == ids("bot=nobody") == set()
    assert names(get("bots/?owner=mira")) == ["oryx"]
    assert [row["number"] for row in get("seasons/?state=running").json()["results"]] == [1]
    assert get("seasons/?state=closed").json()["results"] == []


def test_updated_since_finds_what_was_touched(world: World, get: Ask) -> None:
    past, then = timezone.now() - timedelta(days=9), timezone.now() - timedelta(days=1)
    Fixture.objects.update(created=past, started_at=past, finished_at=past)
    Fixture.objects.filter(pk=world.playing.pk).update(started_at=timezone.now())
    told = get("fixtures/?" + urlencode({"updated_since": then.isoformat()})).json()["results"]
    assert {row["id"] for row in told} == {world.playing.pk, world.open.pk}  # one settled since
    matches = get("matches/?" + urlencode({"updated_since": then.isoformat()})).json()["results"]
    assert {row["fixture"] for row in matches} == {world.open.pk}


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ("bots/?limit=0", "limit"),
        ("bots/?limit=many", "limit"),
        ("bots/?cursor=made-up", "cursor"),
        ("fixtures/?cursor=cD14", "cursor"),  # a place that no fixture has: p=x
        ("bots/?ordering=owner__password", "ordering"),
        ("bots/?game=chess", "game"),
        ("fixtures/?updated_since=yesterday", "updated_since"),
        ("fixtures/?season=0", "season"),
        ("matches/?a=nobody", "a"),
        ("matches/?league=nowhere", "league"),
        ("matches/?result=won", "a"),
        ("seasons/?state=draft", "state"),
    ],
)
def test_a_question_that_cannot_be_answered_names_field_and_remedy(
    world: World, get: Ask, asked: str, field: str
) -> None:
    told = get(asked)
    assert (told.status_code, told.headers["Content-Type"]) == (400, "application/problem+json")
    (error,) = told.json()["errors"]
    assert error["field"] == field
    assert error["detail"]
    assert field in error["remedy"]


def test_what_is_not_there_is_a_problem_too(db: None, get: Ask) -> None:
    for asked in ("bots/nobody/", "games/chess/", "leagues/x/", "leagues/x/seasons/1/", "x/"):
        told = get(asked)
        assert (told.status_code, told.headers["Content-Type"]) == (404, "application/problem+json"), asked
        assert told.json()["remedy"]


def test_what_is_not_there_is_not_there_whatever_kind_of_answer_is_asked_for(db: None, get: Ask) -> None:
    told = get("matches/0/stream/", {"Accept": "application/x-ndjson"})
    assert (told.status_code, told.json()["detail"]) == (404, "There is no such address.")
