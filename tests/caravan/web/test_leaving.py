"""Taking a bot out of a season from its page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from tests.world import World
from tournaments.models import Entry, Season, User

Browse = Callable[[User | None], Client]
LEAVE = "/leagues/pis-yedili-open/seasons/1/leave/"


def state() -> str:
    """Of the owner's entry."""
    return Entry.objects.get(bot__name="oryx").state


def test_an_owner_takes_a_bot_out_and_it_is_offered_once(world: World, browse: Browse) -> None:
    client = browse(world.owner)
    assert f'action="{LEAVE}"' in client.get("/bots/oryx/").content.decode()
    page = client.post(LEAVE, {"bot": "oryx"}, follow=True).content.decode()
    assert "oryx has left Pis Yedili Open: season 1" in page
    assert f'action="{LEAVE}"' not in page
    assert state() == "withdrawn"
    assert "does not allow that" in client.post(LEAVE, {"bot": "oryx"}, follow=True).content.decode()


@pytest.mark.parametrize("who", ["member", "stranger", "staff"])
def test_nobody_takes_the_bot_of_somebody_else_out(world: World, browse: Browse, who: str) -> None:
    client = browse(getattr(world, who))
    assert LEAVE not in client.get("/bots/oryx/").content.decode()
    assert client.post(LEAVE, {"bot": "oryx"}).status_code == 404
    assert state() == "in"


def test_who_is_in_a_closed_season_stays(world: World, browse: Browse) -> None:
    Season.objects.update(state="closed")
    client = browse(world.owner)
    assert LEAVE not in client.get("/bots/oryx/").content.decode()
    page = client.post(LEAVE, {"bot": "oryx"}, follow=True).content.decode()
    assert "is closed, and its table stands" in page
    assert state() == "in"
