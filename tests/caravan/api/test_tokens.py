"""Who asks, and with what right."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from tests.caravan.api.conftest import Ask
from tests.world import World
from tournaments.models import User


def test_a_token_says_who_asks_and_what_it_is_good_for(world: World, token: Any, get: Ask) -> None:
    headers = token(world.owner, "read", "submit")
    told = get("me/", headers)
    assert told.json() == {"username": "mira", "scopes": ["read", "submit"], "expires": None}
    assert headers["Authorization"].removeprefix("Bearer crv_") not in told.content.decode()


def test_what_is_open_to_everybody_needs_none_and_who_asks_needs_one(world: World, get: Ask) -> None:
    assert get("games/").status_code == 200
    told = get("me/")
    assert (told.status_code, told.headers["WWW-Authenticate"]) == (401, "Bearer")


def test_an_unknown_an_expired_and_a_banned_token_are_refused_everywhere(
    world: World, token: Any, get: Ask
) -> None:
    live, soon = token(world.owner), timezone.now() + timedelta(hours=1)
    old = token(world.owner, expires=soon)
    world.owner.tokens.exclude(expires=None).update(expires=timezone.now())
    for headers in (old, {"Authorization": "Bearer crv_made-up"}, {"Authorization": "Bearer"}):
        assert get("games/", headers).status_code == 401
    assert get("games/", live).status_code == 200
    User.objects.filter(pk=world.owner.pk).update(banned=True)
    assert get("games/", live).status_code == 401


def test_a_token_without_the_scope_is_told_which_it_needs(world: World, token: Any, get: Ask) -> None:
    told = get("bots/", token(world.owner, "submit"))
    assert told.status_code == 403
    assert "'read'" in told.json()["detail"]


def test_who_is_signed_in_on_the_site_needs_no_token(world: World) -> None:
    client = Client()
    client.force_login(world.owner)
    told = client.get("/api/v1/me/").json()
    assert told == {"username": "mira", "scopes": None, "expires": None}


def test_what_is_inside_of_a_version_is_for_its_owner(world: World, token: Any, get: Ask) -> None:
    path = "bots/oryx/versions/1/"
    assert get(path, token(world.owner)).json()["inside"]["note"] == "the first of oryx"
    for headers in (None, token(world.member), token(world.organiser)):
        assert get(path, headers).json()["inside"] is None
