"""From a match to the next: of the round, of a bot; and what the match tells of the ratings before it."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.test import Client

from tests.world import World
from tournaments.models import Match, Placing, Round, User
from tournaments.services import rounds

Browse = Callable[[User | None], Client]


def onward(browse: Browse, match: Match, query: str = "") -> str:
    """Where the link leads."""
    answer = browse(None).get(f"/matches/{match.pk}/next/{query}")
    assert answer.status_code == 302
    return answer.headers["Location"]


def in_order(*fixtures: int) -> list[Match]:
    """Their matches."""
    return list(Match.objects.filter(fixture__in=fixtures).order_by("fixture", "deal", "rotation"))


def test_the_round_goes_on_from_match_to_match_and_ends(world: World, browse: Browse) -> None:
    matches = in_order(world.open.pk)
    steps = [onward(browse, match) for match in matches]
    assert steps == [*(f"/matches/{match.pk}/" for match in matches[1:]), f"/fixtures/{world.open.pk}/"]


def test_a_bot_goes_on_from_fixture_to_fixture_as_they_open(world: World, browse: Browse) -> None:
    last = in_order(world.trial.pk)[-1]
    assert onward(browse, last, "?bot=oryx") == f"/matches/{in_order(world.open.pk)[0].pk}/"
    last = in_order(world.open.pk)[-1]
    assert onward(browse, last, "?bot=oryx") == "/bots/oryx/"
    rounds.release(round=Round.objects.get(number=2))
    assert onward(browse, last, "?bot=oryx") == f"/matches/{in_order(world.held.pk)[0].pk}/"


def test_who_has_seen_the_last_is_told_so(world: World, browse: Browse) -> None:
    client, last = browse(None), in_order(world.open.pk)[-1]
    page = client.get(f"/matches/{last.pk}/next/?bot=oryx", follow=True).text
    assert "That was the last match of oryx so far." in page
    assert client.get(f"/matches/{last.pk}/next/?bot=nobody-knows-it").status_code == 404


def test_a_page_leads_on_for_each_bot_and_the_round(world: World, browse: Browse) -> None:
    match = in_order(world.open.pk)[0]
    page = browse(None).get(f"/matches/{match.pk}/").text
    links = re.findall(rf'href="(/matches/{match.pk}/next/[^"]*)"', page)
    names = [seating.version.bot.name for seating in match.seatings.order_by("seat")]
    assert links == [
        f"/matches/{match.pk}/next/",
        *(f"/matches/{match.pk}/next/?bot={name}" for name in names),
    ]


def test_the_rating_of_each_seat_before_the_match_is_told(world: World, browse: Browse) -> None:
    Placing.objects.filter(fixture=world.open, version__bot__name="oryx").update(
        mu_before=31.24, sigma_before=1.06
    )
    match = in_order(world.open.pk)[0]
    page = browse(None).get(f"/matches/{match.pk}/").text
    assert page.count("data-rating=") == 3
    assert 'data-rating="31.2 ±1.1"' in page
    trial = in_order(world.trial.pk)[0]
    assert "data-rating" not in browse(None).get(f"/matches/{trial.pk}/").text
