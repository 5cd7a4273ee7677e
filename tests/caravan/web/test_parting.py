"""Where the matches of one deal part."""

from __future__ import annotations

import json
from collections.abc import Callable

from django.test import Client

from caravan.web.parting import parting
from tests.world import World
from tournaments.models import User
from tournaments.selectors.matches import matches_of, records_of

Browse = Callable[[User | None], Client]


def test_the_first_move_that_differs_is_found_and_said(world: World) -> None:
    matches = [match for match in matches_of(world.open) if match.deal == 0]
    records = records_of(world.open)
    found = parting(matches, records)
    assert found
    moves = [json.loads(records[match.pk])["moves"] for match in matches]
    assert len({tuple(each[: found.move - 1]) for each in moves}) == 1
    assert len({each[found.move - 1] for each in moves}) > 1
    names = {seating.version.bot.name for seating in matches[0].seatings.all()}
    assert {made.who for made in found.made} <= names


def test_matches_that_went_alike_do_not_part(world: World) -> None:
    match = next(iter(matches_of(world.open)))
    records = records_of(world.open)
    assert parting([match, match], records) is None


def test_the_page_of_a_fixture_leads_to_where_they_parted(world: World, browse: Browse) -> None:
    matches = [match for match in matches_of(world.open) if match.deal == 1]
    found = parting(matches, records_of(world.open))
    assert found
    page = browse(None).get(f"/fixtures/{world.open.pk}/").content.decode()
    assert f"parted at move {found.move}" in page
    for match in matches:
        assert f'href="/matches/{match.pk}/?t={found.move}"' in page


def test_nothing_is_said_of_a_fixture_that_is_not_open(world: World, browse: Browse) -> None:
    assert "parted at" not in browse(None).get(f"/fixtures/{world.held.pk}/").content.decode()
