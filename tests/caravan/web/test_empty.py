"""Lists without a row say what to do next."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from tests.world import World
from tournaments.models import Division, Entry, User

Browse = Callable[[User | None], Client]
SEASON = "/leagues/pis-yedili-open/seasons/1/"


def offered(client: Client, path: str, words: str) -> list[str]:
    """Where the row with these words leads."""
    page = client.get(path).text
    assert words in page, path
    return re.findall(r'href="([^"]+)"', re.split("</td>|</li>|</p>", page[page.index(words) :])[0])


@pytest.mark.parametrize(
    ("path", "words", "next"),
    [
        ("/bots/", "No bot yet.", ["/bots/new/"]),
        ("/leagues/", "No league yet.", ["/games/", "/bots/new/"]),
        ("/matches/", "Nothing has been played yet.", ["/bots/new/"]),
        ("/matches/?game=donkey", "No match is like that.", ["/matches/"]),
        ("/search/?q=nobody", "Nothing has", ["/bots/", "/leagues/"]),
        ("/games/donkey/", "None is under way.", ["/leagues/"]),
    ],
)
def test_an_empty_site_leads_on(db: None, browse: Browse, path: str, words: str, next: list[str]) -> None:
    assert offered(browse(None), path, words) == next


def test_what_has_not_begun_leads_on(world: World, browse: Browse) -> None:
    Division.objects.update(settled=0)
    rounds = [f"{SEASON}fixtures/"]
    assert offered(browse(None), f"{SEASON}predictions/", "No round has settled yet.") == rounds
    assert offered(browse(None), f"{SEASON}h2h/", "Nobody has met anybody yet") == [f"{SEASON}schedule/"]
    assert offered(browse(None), "/bots/random/", "In no season yet.") == ["/leagues/"]
    world.trial.delete()
    version = "/bots/oryx/versions/1/"
    assert offered(browse(world.owner), version, "Not played yet") == ["/status/"]


def test_ones_own_empty_list_offers_more_than_that_of_others(world: World, browse: Browse) -> None:
    assert offered(browse(world.stranger), "/users/jun/", "No bot yet.") == ["/bots/new/"]
    assert offered(browse(world.owner), "/users/jun/", "No bot yet.") == []


def test_a_division_without_entries_asks_for_the_first(world: World, browse: Browse) -> None:
    Division.objects.create(season=world.season, tier=2, name="Division 2")
    assert not Entry.objects.filter(division__tier=2).exists()
    assert offered(browse(None), SEASON, "No bot has entered yet.") == ["/bots/new/"]
