"""The list of all matches, and its filters."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from tests.world import TAG, World
from tournaments.models import Match, Seating, User

Browse = Callable[[User | None], Client]


def listed(browse: Browse, query: str = "") -> list[int]:
    """The matches on the page, in its order."""
    answer = browse(None).get(f"/matches/?{query}")
    assert answer.status_code == 200
    return [int(key) for key in re.findall(r'href="/matches/(\d+)/"', answer.text)]


def seated(**seat: object) -> set[int]:
    """The open matches in which a seat of oryx is like that."""
    seats = Seating.objects.filter(version__bot__name="oryx", **seat)
    open = seats.filter(match__fixture__released=True, match__fixture__state="finished")
    return set(open.values_list("match", flat=True))


def test_only_what_is_open_is_listed(world: World, browse: Browse) -> None:
    rated = list(Match.objects.filter(fixture=world.open).values_list("pk", flat=True))
    trial = list(Match.objects.filter(fixture=world.trial).values_list("pk", flat=True))
    assert listed(browse) == rated
    assert listed(browse, "a=oryx") == [*rated, *trial]
    assert listed(browse, "a=oryx&b=erg") == rated
    assert listed(browse, "league=pis-yedili-open") == rated
    assert listed(browse, "a=oryx&game=pis_yedili&league=pis-yedili-open") == rated
    assert listed(browse, "game=donkey") == []


def test_a_bot_is_looked_up_by_how_it_did(world: World, browse: Browse) -> None:
    won, lost = seated(rank=1), seated(rank__gt=1)
    assert won
    assert lost
    assert set(listed(browse, "a=oryx&result=won")) == won
    assert set(listed(browse, "a=oryx&result=lost")) == lost
    assert set(listed(browse, "a=oryx&version=1")) == won | lost
    assert listed(browse, "a=oryx&version=2") == []
    Seating.objects.filter(match=min(won), version__bot__name="oryx").update(fault="cpu")
    assert listed(browse, "a=oryx&fault=any") == listed(browse, "a=oryx&fault=cpu") == [min(won)]
    assert listed(browse, "a=oryx&fault=memory") == []


def test_a_bot_is_looked_up_by_its_own_words(world: World, browse: Browse) -> None:
    tagged = seated(tags__contains=f" {TAG} ")
    assert tagged
    assert tagged < seated()
    assert set(listed(browse, f"a=oryx&tag={TAG}")) == tagged
    assert listed(browse, f"a=oryx&tag={TAG[:-1]}") == []
    held = Seating.objects.filter(match__fixture=world.held, version__bot__name="oryx")
    held.update(tags=" said-in-secret ")
    assert listed(browse, "a=oryx&tag=said-in-secret") == []


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("a=nobody-knows-it", "There is no bot of this name."),
        ("b=oryx", "Which bot?"),
        ("result=won", "Which bot?"),
        ("tag=bluff", "Which bot?"),
        ("version=-3", "greater than or equal to 1"),
        ("league=nowhere", "Select a valid choice"),
        ("a=oryx&fault=laziness", "Select a valid choice"),
    ],
)
def test_what_makes_no_sense_is_said_at_its_field(world: World, browse: Browse, query: str, why: str) -> None:
    page = browse(None).get(f"/matches/?{query}").text
    assert why in page
    assert "No match is like that" in page


def test_older_matches_are_a_page_further(
    world: World, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caravan.web.views.matchlist.FIXTURES", 1)
    page = browse(None).get("/matches/?a=oryx").text
    (onward,) = re.findall(r'href="\?([^"]+)">Earlier', page)
    assert onward == f"a=oryx&amp;before={world.open.pk}"
    assert listed(browse, onward.replace("&amp;", "&")) == sorted(
        world.trial.matches.values_list("pk", flat=True)
    )
    assert "Earlier matches" not in browse(None).get(f"/matches/?a=oryx&before={world.open.pk}").text
    assert listed(browse, "before=99999999999999999999999")


def test_an_empty_list_says_what_to_do(db: None, browse: Browse) -> None:
    assert "Submit a bot</a>: its trial is a match" in browse(None).get("/matches/").text
