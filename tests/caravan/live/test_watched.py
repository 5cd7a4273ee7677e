"""What streams tell, in the words of `caravan watch`."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from bots.cli.told import Told
from tests.caravan.live.test_lines import SEASON, Row, heard, later, places, site
from tests.paper import Worker, replaced
from tests.world import World
from tournaments.services import rounds, seasons
from tournaments.services.rounds import settle

__all__ = ["places", "site"]


def said(rows: list[Row]) -> list[str]:
    told = Told()
    return [words for row in rows for words in told.say(row)]


def test_a_fixture_is_told_with_who_plays_what(worker: Worker, places: Any) -> None:
    fixture, (first, *_) = places
    worker.tell_rest()
    worker.tell(2)
    rows = heard(fixture)
    words = said(rows)
    scene = rows[0]["data"]
    seats = [[scene["bots"][place] for place in chairs] for chairs in scene["seating"]]
    assert words[0] == f"pis_yedili, {scene['deals']} deals: {', '.join(scene['bots'])}"
    headings = [line for line in words if line.startswith("Match ")]
    assert headings == [f"Match {number + 1}: {', '.join(seats[number])}" for number in (0, 1)]
    moves = [row["data"] for row in rows if row["event"] == "move"]
    assert len(moves) == len(words) - 3
    assert words[2] == "  Hand 1 is dealt"
    mine = [line for line in words[2:] if line.startswith(f"  {seats[0][0]} ")]
    assert mine
    assert said(heard(first))[-1] == "The match is over."
    replaced(worker).tell(1)
    assert "All of it begins again: attempt 2" in said(heard(fixture))


def test_a_season_is_told_as_it_goes_on(site: World) -> None:
    head = heard(SEASON)
    rounds.release(round=site.held.round)
    settle(division=site.season.divisions.get(), now=timezone.now())
    seasons.pause(season=site.season)
    later()
    first, fixture, settled, paused = said([*head, *heard(SEASON, after=head[0]["id"])])
    assert first == f"pis-yedili-open, season 1: {site.season.title}"
    assert fixture.startswith("division 1, round 2: 1. ")
    assert fixture.endswith(f"/fixtures/{site.held.pk}/")
    assert settled == "division 1, round 2: settled"
    assert paused == "The season is running and stands still."
