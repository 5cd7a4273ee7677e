"""What an organiser does on the desk: foretold, asked for twice, done once, by whoever may."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db.models import F
from django.test import Client

from tests import world as builder
from tests.world import World
from tournaments import deeds
from tournaments.models import Action, Round, Season, User

Browse = Callable[[User | None], Client]
DESK = "/leagues/pis-yedili-open/manage/seasons/1/"


def seen(page: str) -> str:
    """What was foretold, as the form sends it back."""
    found = re.search(r'name="seen" value="(\w+)"', page)
    assert found
    return found[1]


def ask(client: Client, deed: str) -> str:
    """The page that says what will happen."""
    return client.get(f"{DESK}{deed}/").content.decode()


def test_nothing_is_done_before_it_is_confirmed_with_a_reason(world: World, browse: Browse) -> None:
    client, notes = browse(world.staff), Action.objects.count()
    page = ask(client, "pause")
    again = client.post(f"{DESK}pause/", {"seen": seen(page), "reason": ""}).content.decode()
    assert "This field is required." in again
    assert not Season.objects.get().paused
    assert Action.objects.count() == notes
    done = client.post(f"{DESK}pause/", {"seen": seen(page), "reason": "rain"}, follow=True)
    assert "Pause: Pis Yedili Open: season 1 (pause)" in done.content.decode()
    assert Season.objects.get().paused
    note = Action.objects.order_by("pk").last()
    assert note
    assert (note.verb, note.by, note.reason) == ("pause", world.staff, "rain")


def test_who_was_told_something_else_is_asked_again(world: World, browse: Browse) -> None:
    client = browse(world.staff)
    page = ask(client, "pause")
    Season.objects.update(paused=True)
    again = client.post(f"{DESK}pause/", {"seen": seen(page), "reason": "rain"}).content.decode()
    assert "This is not what you were told before" in again
    assert "Nothing:" in again


def test_a_held_round_gets_its_hour(world: World, browse: Browse) -> None:
    client, path = browse(world.staff), f"{DESK}rounds/1/2/set_its_hour/"
    page = client.get(DESK).content.decode()
    assert path in page
    row = page.partition(">Round 2<")[2].partition("</tr>")[0]
    assert ">played<" in row
    assert ">held<" in row
    sent = {"reason": "a premiere", "release_at": "2031-05-01T18:00"}
    page = client.post(path, {**sent, "seen": seen(client.get(path).content.decode())}).content.decode()
    assert "until: 2031-05-01 18:00<" in page  # not what was foretold without an hour
    client.post(path, {**sent, "seen": seen(page)})
    round = Round.objects.get(number=2)
    assert round.held
    assert f"{round.release_at:%Y-%m-%d %H:%M}" == "2031-05-01 18:00"
    assert "held until 1 May 18:00" in client.get(DESK).content.decode()
    Action.objects.create(verb="void", league=world.season.league, details={"dealt_again": False})
    audit = client.get("/leagues/pis-yedili-open/manage/audit/").content.decode()
    assert "until: 2031-05-01 18:00<" in audit
    assert "dealt again: no" in audit


def test_a_held_round_is_released(world: World, browse: Browse) -> None:
    client, path = browse(world.staff), f"{DESK}rounds/1/2/release/"
    assert path in client.get(DESK).content.decode()
    page = client.get(path).content.decode()
    client.post(path, {"seen": seen(page), "reason": "the hour has come"})
    assert not Round.objects.get(number=2).held


@pytest.mark.parametrize("deed", [deed.slug for deed in deeds.SEASON])
def test_every_deed_says_what_it_will_do_and_does_nothing_yet(
    world: World, browse: Browse, deed: str
) -> None:
    before = list(Season.objects.values()), list(Round.objects.values()), Action.objects.count()
    page = browse(world.staff).get(f"{DESK}{deed}/")
    assert page.status_code == 200
    assert f'href="{DESK}{deed}/"' in browse(world.staff).get(DESK).content.decode()
    assert before == (list(Season.objects.values()), list(Round.objects.values()), Action.objects.count())


def test_closing_is_offered_once_every_round_is_settled(world: World, browse: Browse) -> None:
    season = Season.objects.get()
    closes, page = f'href="{DESK}close/"', browse(world.staff).get(DESK).content.decode()
    assert closes in page[page.index("What does not fit its state") :]
    season.divisions.update(settled=F("drawn"))
    page = browse(world.staff).get(DESK).content.decode()
    assert closes in page[: page.index("What does not fit its state")]


def test_staff_without_the_permission_may_look_and_not_act(world: World, browse: Browse) -> None:
    client = browse(builder.person("watcher", is_staff=True))
    assert client.get(DESK).status_code == 200
    assert client.get(f"{DESK}pause/").status_code == 403
    assert client.post(f"{DESK}pause/", {"seen": "x", "reason": "rain"}).status_code == 403
    assert not Season.objects.get().paused


def test_nobody_can_do_what_there_is_not(world: World, browse: Browse) -> None:
    for path in ("nonsense/", "hold/", "rounds/1/99/hold/", "rounds/1/1/pause/"):
        assert browse(world.staff).get(DESK + path).status_code == 404, path
