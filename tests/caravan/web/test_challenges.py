"""Challenging a bot from its page, with a bot of one's own."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from tests.world import PASSWORD, World, bot
from tournaments.models import Bot, Fixture, User
from tournaments.services import challenges

Browse = Callable[[User | None], Client]
PAGE = "/bots/oryx/challenge/"
FORM = {"own": "erg", "league": "pis-yedili-open"}


def drawn() -> int:
    """How many challenges there are."""
    return Fixture.objects.filter(kind="challenge").count()


def test_who_has_a_bot_in_that_game_is_led_from_a_bots_page_to_a_fixture(
    world: World, browse: Browse
) -> None:
    client = browse(world.member)
    assert f'href="{PAGE}"' in client.get("/bots/oryx/").content.decode()
    form = client.get(PAGE).content.decode()
    assert '<option value="erg">' in form
    assert '<option value="pis-yedili-open">' in form
    answer = client.post(PAGE, FORM)
    fixture = Fixture.objects.get(kind="challenge")
    assert answer.headers["Location"] == f"/fixtures/{fixture.pk}/"
    league = world.season.league
    assert (fixture.by, fixture.seats, fixture.round) == (world.member, 2, None)
    assert (fixture.rules, fixture.clocks, fixture.deals) == (league.rules, league.clocks, league.deals)
    placings = fixture.placings.order_by("number")
    assert list(placings.values_list("version__bot__name", "entry")) == [("erg", None), ("oryx", None)]
    page = browse(None).get(f"/fixtures/{fixture.pk}/").content.decode()
    assert 'Challenge <span class="muted">by kofi</span>' in page


def test_who_has_none_is_offered_nothing(world: World, browse: Browse) -> None:
    for who in (world.owner, world.stranger, None):  # the owner has no other than this
        assert PAGE not in browse(who).get("/bots/oryx/").content.decode()
    for who in (world.owner, world.stranger):
        page = browse(who).get(PAGE).content.decode()
        assert "None of your bots competes" in page
        assert 'href="/bots/new/"' in page[page.index("None of your bots competes") :]
        assert browse(who).post(PAGE, FORM).status_code == 200
    assert not drawn()


@pytest.mark.parametrize("wrong", [{"own": "oryx"}, {"own": "sensible"}, {"league": "another"}, {"own": ""}])
def test_nobody_sends_the_bot_of_somebody_else(world: World, browse: Browse, wrong: dict[str, str]) -> None:
    page = browse(world.member).post(PAGE, FORM | wrong).content.decode()
    assert "Select a valid choice" in page or "This field is required" in page
    assert not drawn()


def test_a_bot_may_meet_another_of_its_owner_and_the_house(world: World, browse: Browse) -> None:
    bot("mirage", world.member)
    for page in ("/bots/mirage/challenge/", "/bots/sensible/challenge/"):
        assert browse(world.member).post(page, FORM).status_code == 302
    assert drawn() == 2


def test_one_too_many_is_refused_with_the_reason(
    world: World, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenges, "AT_ONCE", 1)
    assert browse(world.member).post(PAGE, FORM).status_code == 302
    answer = browse(world.member).post(PAGE, FORM)
    assert answer.status_code == 429
    assert "1 of your challenges are under way" in answer.content.decode()
    assert drawn() == 1


def test_ones_own_frozen_bot_is_not_offered(world: World, browse: Browse) -> None:
    bot("mirage", world.member)
    Bot.objects.filter(name="erg").update(frozen=True)
    page = browse(world.member).get(PAGE).content.decode()
    assert '<option value="mirage">' in page
    assert '<option value="erg">' not in page
    Bot.objects.filter(name="mirage").update(frozen=True)
    assert PAGE not in browse(world.member).get("/bots/oryx/").content.decode()


def test_a_frozen_bot_is_not_met_and_the_page_says_why(world: World, browse: Browse) -> None:
    type(world.oryx).objects.filter(pk=world.oryx.pk).update(frozen=True)
    assert PAGE not in browse(world.member).get("/bots/oryx/").content.decode()
    answer = browse(world.member).post(PAGE, FORM)
    assert (answer.status_code, drawn()) == (200, 0)
    assert (
        "oryx has to stand still: an organiser has frozen it, or its owner is banned or gone."
        in answer.content.decode()
    )


def test_another_site_cannot_challenge_in_somebodys_name(world: World) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.login(username=world.member.username, password=PASSWORD)
    assert client.post(PAGE, FORM).status_code == 403
    assert not drawn()
    token = client.get(PAGE).cookies["csrftoken"].value
    assert client.post(PAGE, FORM | {"csrfmiddlewaretoken": token}).status_code == 302
