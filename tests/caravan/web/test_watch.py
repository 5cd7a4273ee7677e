"""What is played now, as pages: everybody sees what is for everybody, and a trial is its owner's."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.paper import hired
from tests.world import World, begin, version
from tournaments.models import Fixture, Round, Season, User
from tournaments.services import rounds, trials

Browse = Callable[[User | None], Client]


def page(browse: Browse, path: str, who: User | None = None) -> str:
    """A page as somebody sees it."""
    return browse(who).get(path).content.decode()


@pytest.fixture(autouse=True)
def _played_before(world: World) -> None:
    """What opened with the world is not new any more."""
    Fixture.objects.update(finished_at=timezone.now() - timedelta(hours=1))


def test_what_is_played_is_on_the_wall_with_its_last_move(world: World, browse: Browse) -> None:
    worker = hired(world.playing)
    for path in ("/", "/watch/", "/watch/tiles/"):
        assert "Nothing is being played" in page(browse, path)
    worker.tell(3)
    move = worker.frames(0)[2]["move"]
    for path in ("/", "/watch/", "/watch/tiles/"):
        said = page(browse, path)
        assert f'href="/fixtures/{world.playing.pk}/live/"' in said
        assert "match 1 of 6, move 3" in said
        assert f"<code>{move}</code>" in said


def test_a_held_round_is_followed_by_nobody(world: World, browse: Browse) -> None:
    hired(world.playing).tell(3)
    assert world.playing.round
    rounds.hold(round=world.playing.round)
    path = f"/fixtures/{world.playing.pk}/live/"
    for who in (world.owner, world.member, world.stranger, world.staff, None):
        assert browse(who).get(path).status_code == 404
        assert "Nothing is being played" in page(browse, "/watch/", who)
        assert path not in page(browse, f"/fixtures/{world.playing.pk}/", who)


def test_a_trial_is_followed_by_its_owner_and_staff_with_a_key(world: World, browse: Browse) -> None:
    made = version("newcomer", world.owner)
    trials.begin(version=made)
    fixture = made.trials.get()
    begin(fixture)
    path = f"/fixtures/{fixture.pk}/live/"
    for who in (world.owner, world.staff):
        assert f"/live/{fixture.pk}/?key=" in page(browse, path, who)
    for stranger in (world.member, world.stranger, None):
        assert browse(stranger).get(path).status_code == 404
    assert "?key=" not in page(browse, f"/fixtures/{world.playing.pk}/live/")


def test_a_fixture_under_way_leads_to_its_live_page_and_a_finished_one_back(
    world: World, browse: Browse
) -> None:
    path = f"/fixtures/{world.playing.pk}/live/"
    assert path in page(browse, f"/fixtures/{world.playing.pk}/")
    hired(world.playing).finish()
    assert f'href="/fixtures/{world.playing.pk}/"' in page(browse, "/watch/tiles/")
    assert "just finished" in page(browse, "/watch/")
    assert browse(None).get(path).url == f"/fixtures/{world.playing.pk}/"  # type: ignore[attr-defined]
    assert path not in page(browse, f"/fixtures/{world.playing.pk}/")


def test_of_a_long_match_the_newest_moves_are_text(
    world: World, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caravan.web.views.live.MOVES", 3)
    hired(world.playing).tell(5)
    shown = re.findall(r'<li[^>]* data-t="(\d+)"', page(browse, f"/fixtures/{world.playing.pk}/live/"))
    assert shown == ["3", "4", "5"]


def test_rounds_kept_for_a_set_hour_are_premieres(world: World, browse: Browse) -> None:
    assert "No round is being kept" in page(browse, "/watch/")
    soon = timezone.now() + timedelta(hours=2, minutes=1)
    Round.objects.filter(held=True).update(release_at=soon)
    said = page(browse, "/watch/")
    assert "Pis Yedili Open, season 1, round 2" in said
    assert f"{soon:%-d %B, %H:%M} UTC" in said
    assert "in 2\xa0hours" in said
    Season.objects.update(dry=True)
    assert "No round is being kept" in page(browse, "/watch/")


def test_a_premiere_that_is_over_is_none(world: World, browse: Browse) -> None:
    Round.objects.filter(held=True).update(release_at=timezone.now() - timedelta(seconds=1))
    assert "No round is being kept" in page(browse, "/watch/")


def test_nothing_that_is_shown_of_a_fixture_under_way_is_hidden(world: World, browse: Browse) -> None:
    """Each page of it is the same, whatever the hidden cards are: they are nowhere."""
    worker = hired(world.playing)
    worker.tell(1)
    said = page(browse, f"/fixtures/{world.playing.pk}/live/") + page(browse, "/watch/")
    dealt = worker.matches[0].record["moves"][0]
    assert dealt not in said
    assert worker.order.deals[0] not in said
    assert "Hand 1 is dealt" in said
