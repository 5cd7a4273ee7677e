"""Every page answers, and shows what it is for."""

from __future__ import annotations

from collections.abc import Callable

from django.test import Client

from tests.world import World
from tournaments.models import User

Browse = Callable[[User | None], Client]


def text(client: Client, path: str) -> str:
    """The page at `path`, which must be there."""
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    return answer.content.decode()


def test_the_front_page_shows_the_season_and_the_latest_fixtures(world: World, browse: Browse) -> None:
    page = text(browse(None), "/")
    assert "Pis Yedili Open" in page
    assert "oryx" in page
    assert f"/fixtures/{world.open.pk}/" in page
    assert f"/fixtures/{world.held.pk}/" not in page


def test_a_season_shows_standings_rounds_and_limits(world: World, browse: Browse) -> None:
    page = text(browse(None), "/leagues/pis-yedili-open/seasons/1/")
    assert page.count('class="musig"') == 4  # the axis and three bots
    assert "Round 3" in page
    assert "0.5 s" in page
    assert world.season.commitment in page
    assert world.season.secret not in page
