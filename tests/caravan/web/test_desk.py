"""The organiser's desk: what it shows, and to whom."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from caravan.web.views import desk
from tests.world import World
from tournaments.models import Season, User
from tournaments.services import audit

Browse = Callable[[User | None], Client]
DESK = "/leagues/pis-yedili-open/manage/"


def test_the_board_has_the_seasons_and_the_alarms(world: World, browse: Browse) -> None:
    Season.objects.create(league=world.season.league, number=2, title="A secret plan", seats=3)
    text = browse(world.staff).get(DESK).content.decode()
    assert "A secret plan" in text
    assert "Entries waiting" in text
    assert (
        "The organiser’s desk"
        in browse(world.staff).get("/leagues/pis-yedili-open/seasons/1/").content.decode()
    )


def test_the_audit_list_is_read_page_by_page(
    world: World, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "LINES", 2)
    for number in range(5):
        audit.note(by=world.staff, verb=f"deed {number}", subject="it", season=world.season, reason="why")
    client, path, pages = browse(world.staff), f"{DESK}audit/", []
    while path and len(pages) < 9:
        text = client.get(path).content.decode()
        pages.append([number for number in range(5) if f"deed {number}" in text])
        query = text.partition('href="?before=')[2].partition('"')[0]
        path = f"{DESK}audit/?before={query}" if query else ""
    assert pages[:2] == [[3, 4], [1, 2]]
    assert pages[2:] == [[0]]


def test_a_made_up_line_is_no_error(world: World, browse: Browse) -> None:
    assert browse(world.staff).get(f"{DESK}audit/?before=x").status_code == 200
