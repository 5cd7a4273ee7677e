"""Unless somebody wants to be told, pages say the same whatever the results are."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from tests.world import World
from tournaments.models import Fixture, Placing, Seating, User

SEASON = "/leagues/pis-yedili-open/seasons/1/"
LISTS = ("/", "/watch/", "/bots/oryx/", "/matches/?a=oryx", f"{SEASON}rounds/1/", f"{SEASON}entries/1/")
PAGES = [*LISTS, "fixture"]


@pytest.fixture(autouse=True)
def _played_before(world: World) -> None:
    """What says how long ago something was says the same for a while."""
    Fixture.objects.update(finished_at=timezone.now() - timedelta(minutes=90))


def text(client: Client, page: str, world: World) -> str:
    """A page, of which `fixture` is the one that is open."""
    answer = client.get(f"/fixtures/{world.open.pk}/" if page == "fixture" else page)
    assert answer.status_code == 200
    return answer.content.decode()


def other_results() -> None:
    """Everything that was said of who won is otherwise now; what is settled stays as it was."""
    Placing.objects.update(rank=4 - F("rank"), fixture_points=F("fixture_points") + 5)
    Seating.objects.update(rank=4 - F("rank"), points=F("points") + 77, fault="memory")


def without_statistics(page: str) -> str:
    """What is counted of settled rounds tells of the table, and is shown."""
    sections = r'<section class="panel" aria-labelledby="(opponents|chairs|luck|rivals)".*?</section>'
    counted = sections + r'|<dl class="panel stats.*?</dl>'
    return re.sub(counted, "", page, flags=re.DOTALL)


@pytest.mark.parametrize("page", PAGES)
def test_results_are_told_to_those_who_ask_only(world: World, page: str) -> None:
    fresh, asking = Client(), Client()
    asking.cookies["spoilers"] = "1"
    before, told = text(fresh, page, world), text(asking, page, world)
    other_results()
    assert without_statistics(text(fresh, page, world)) == without_statistics(before)
    assert without_statistics(text(asking, page, world)) != without_statistics(told)


@pytest.mark.parametrize("page", PAGES)
def test_each_page_has_one_control_that_leads_back_to_it(world: World, page: str) -> None:
    client = Client(enforce_csrf_checks=True, headers={"origin": "http://testserver"})
    before = text(client, page, world)
    (onward,) = re.findall(r'name="next" value="([^"]+)"', before)
    assert "Show results" in before
    answer = client.post("/settings/appearance/", {"next": onward.replace("&amp;", "&"), "spoilers": "1"})
    assert answer.status_code == 302
    after = client.get(answer.headers["Location"]).content.decode()
    assert "Hide results" in after
    client.post("/settings/appearance/", {"next": "/", "spoilers": "0"})
    assert text(client, page, world) == before


def test_an_address_tells_once_and_the_control_leaves_that_out(world: World) -> None:
    client, path = Client(), f"/fixtures/{world.open.pk}/"
    page = client.get(f"{path}?spoilers=1&a=b").content.decode()
    assert "Fixture points" in page
    assert f'value="{path}?a=b#placings"' in page
    assert "Fixture points" not in client.get(path).content.decode()


def test_a_fixture_that_is_not_open_has_nothing_to_show(world: World) -> None:
    page = Client().get(f"/fixtures/{world.held.pk}/?spoilers=1").content.decode()
    assert 'class="results"' not in page
    assert "Fixture points" not in page


def test_standings_say_that_they_tell_results(world: World) -> None:
    client = Client()
    assert "A table tells how its rounds ended" in client.get(SEASON).content.decode()
    client.cookies["spoilers"] = "1"
    assert "A table tells how its rounds ended" not in client.get(SEASON).content.decode()


def test_an_author_sees_where_the_own_bot_failed(world: World) -> None:
    def said(who: User | None) -> str:
        client = Client()
        if who:
            client.force_login(who)
        page = client.get("/bots/erg/").content.decode()
        return page[page.index('id="faults"') :].partition("</section>")[0]

    assert "Shown with the results" in said(None)
    assert "timeout" not in said(world.stranger)
    assert "timeout" in said(world.member)
