"""Somebody whom staff have named for a league: all of its desk, none of another's, no source of a bot."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.test import Client

from tests import world as builder
from tests.caravan.web.test_deeds import DESK, seen
from tests.world import SECRET_PRINT, World, bot
from tournaments import deeds
from tournaments.models import Action, Division, Entry, Fixture, League, Season, User
from tournaments.services import entries, reruns

Browse = Callable[[User | None], Client]
LEAGUE = "/leagues/pis-yedili-open/manage/"
OTHER = "/leagues/donkey-nights/manage/"


def do(client: Client, path: str, **typed: str) -> str:
    """Asked for and confirmed; the page that says what was done."""
    page = client.get(path, typed)
    assert page.status_code == 200, path
    sent = {"seen": seen(page.text), "reason": "it had to be", **typed}
    again = client.post(path, sent, follow=True)
    if "This is not what you were told before" in again.text:
        again = client.post(path, sent | {"seen": seen(again.text)}, follow=True)
    return again.text


def test_with_one_league_it_leads_straight_there_with_two_to_a_list(world: World, browse: Browse) -> None:
    client = browse(world.organiser)
    assert client.get("/desk/").headers["Location"] == LEAGUE
    League.objects.get(slug="donkey-nights").organisers.add(world.organiser)
    page = client.get("/desk/").text
    assert f'href="{LEAGUE}"' in page
    assert f'href="{OTHER}"' in page
    assert 'href="/admin/"' not in page
    assert 'href="/admin/"' in browse(world.staff).get("/desk/").text


def test_they_do_what_can_be_done_in_their_league(world: World, browse: Browse) -> None:
    client = browse(world.organiser)
    assert "Pause: " in do(client, f"{DESK}pause/")
    assert "Release: " in do(client, f"{DESK}rounds/1/2/release/")
    assert "Void: " in do(client, f"{DESK}fixtures/{world.playing.pk}/void/")
    assert "Disqualify: erg" in do(client, f"{DESK}entries/2/disqualify/")
    assert "Freeze: oryx" in do(client, f"{DESK}entries/1/freeze/")
    notes = Action.objects.filter(by=world.organiser).order_by("pk")
    verbs = ["pause", "release", "void", "disqualify", "freeze"]
    assert list(notes.values_list("verb", "reason")) == [(verb, "it had to be") for verb in verbs]
    listed = client.get(f"{LEAGUE}audit/").text
    assert all(verb in listed for verb in verbs)


def test_they_read_logs_of_their_league_and_of_no_other_and_no_source(world: World, browse: Browse) -> None:
    match = world.open.matches.order_by("pk")[0]
    path = f"/matches/{match.pk}/logs/0.txt"
    assert SECRET_PRINT in browse(world.organiser).get(path).text
    assert "data-inside" in browse(world.organiser).get(f"/matches/{match.pk}/").text
    assert browse(world.elsewhere).get(path).status_code == 404
    trial = world.trial.matches.order_by("pk")[0]
    assert browse(world.organiser).get(f"/matches/{trial.pk}/logs/0.txt").status_code == 404
    assert browse(world.organiser).get("/bots/oryx/versions/1/").status_code == 404


def test_a_bot_that_competes_in_a_league_of_others_is_frozen_by_staff(world: World, browse: Browse) -> None:
    other = Season.objects.create(
        league=League.objects.get(slug="donkey-nights"), number=1, title="1", seats=4, state="running"
    )
    division = Division.objects.create(season=other)
    entries.add(division=division, bot=world.oryx, version=world.oryx.versions.get())
    page = browse(world.organiser).get(f"{DESK}entries/1/freeze/")
    assert page.status_code == 403
    assert "competes in leagues of others too" in page.text
    assert "Freeze: oryx" in do(browse(world.staff), f"{DESK}entries/1/freeze/")
    for path in (LEAGUE, OTHER):  # both desks are told
        assert '<th scope="row">freeze</th><td>oryx</td>' in browse(world.staff).get(f"{path}audit/").text


def test_staff_alone_ban_people(world: World, browse: Browse) -> None:
    path = f"{DESK}entries/2/ban/"
    assert path not in browse(world.organiser).get(f"{DESK}entries/").text
    assert browse(world.organiser).get(path).status_code == 403
    assert path in browse(world.staff).get(f"{DESK}entries/").text
    assert "Ban: kofi" in do(browse(world.staff), path)
    assert User.objects.get(pk=world.member.pk).ban_reason == "it had to be"
    assert "Lift ban: kofi" in do(browse(world.staff), f"{DESK}entries/2/lift_ban/")
    assert User.objects.get(pk=world.member.pk).ban_reason == ""


def test_staff_name_organisers_and_dismiss_them(world: World, browse: Browse) -> None:
    staff, jun = browse(world.staff), browse(world.stranger)
    assert jun.get(LEAGUE).status_code == 404
    done = do(staff, f"{LEAGUE}league/name_an_organiser/", username="jun")
    assert "Name an organiser: Pis Yedili Open (name organiser – organiser: jun)" in done
    assert jun.get(LEAGUE).status_code == 200
    assert browse(world.organiser).get(f"{LEAGUE}league/name_an_organiser/").status_code == 403
    again = staff.get(f"{LEAGUE}league/name_an_organiser/", {"username": "jun"}).text
    assert 'value="jun"' in again
    assert "Dismiss an organiser: " in do(staff, f"{LEAGUE}league/dismiss_an_organiser/", username="jun")
    assert jun.get(LEAGUE).status_code == 404
    verbs = Action.objects.filter(league=world.season.league).values_list("verb", flat=True)
    assert {"name organiser", "dismiss organiser"} <= set(verbs)


def test_nothing_is_done_by_an_address_alone(world: World, browse: Browse) -> None:
    page = browse(world.organiser).get(f"{DESK}pause/").text
    browse(world.organiser).get(f"{DESK}pause/", {"seen": seen(page), "reason": "a link"})
    assert not Season.objects.get(number=1).paused


def test_what_does_not_fit_stands_apart(world: World, browse: Browse) -> None:
    def offered() -> list[str]:
        page = browse(world.organiser).get(DESK)
        assert set(page.context["deeds"]) | set(page.context["others"]) == set(deeds.SEASON)
        return [deed.slug for deed in page.context["deeds"]]

    assert {"pause", "end_stage"} <= set(offered())
    assert not {"resume", "start", "discard_the_draft", "extend"} & set(offered())
    Season.objects.filter(number=1).update(paused=True, ends=world.season.opens)
    assert {"resume", "extend"} <= set(offered())
    assert "pause" not in offered()


def test_entries_are_listed_by_state_and_page_by_page(
    world: World, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caravan.web.views.desk_lists.ENTRIES", 1)
    client, path = browse(world.organiser), f"{DESK}entries/"
    first = client.get(path).text
    assert ">oryx" in first
    assert ">erg" not in first
    assert 'href="?after=1"' in first
    assert ">erg" in client.get(f"{path}?after=1").text
    Entry.objects.filter(number=2).update(state=Entry.State.WITHDRAWN)
    left = client.get(f"{path}?state=withdrawn").text
    assert ">erg" in left
    assert ">oryx" not in left
    assert "None of these." in client.get(f"{path}?state=still").text


def test_fixtures_are_listed_by_state_and_round_with_what_was_run_again(
    world: World, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, path = browse(world.organiser), f"{DESK}fixtures/"

    def listed(query: str) -> set[int]:
        page = client.get(path + query).text
        every = {"open": world.open.pk, "held": world.held.pk, "playing": world.playing.pk}
        return {pk for pk in every.values() if f'<th scope="row"><a href="/fixtures/{pk}/"' in page}

    assert listed("") == {world.open.pk, world.held.pk, world.playing.pk}
    assert listed("?state=playing") == {world.playing.pk}
    assert listed("?round=2") == {world.held.pk}
    assert listed("?state=rerun") == set()
    assert 'hx-select="#fixtures"' not in client.get(path).text
    assert "Re-run and compare: " in do(client, f"{path}{world.open.pk}/re_run_and_compare/")
    assert listed("?state=rerun") == {world.open.pk}
    assert 'hx-select="#fixtures"' in client.get(path).text  # it asks again until that is played
    again = Fixture.objects.get(kind="rerun")
    equal = {"matches": 6, "different": 0, "first": None}
    Fixture.objects.filter(pk=again.pk).update(state="finished", comparison=equal)
    page = client.get(path).text
    assert f'<a href="/fixtures/{again.pk}/">equal in all 6 matches</a>' in page
    assert 'hx-select="#fixtures"' not in page
    monkeypatch.setattr("caravan.web.views.desk_lists.FIXTURES", 1)
    assert f'href="?before={world.playing.pk}"' in client.get(path).text


def test_long_lists_take_no_more_queries(
    world: World, browse: Browse, django_assert_max_num_queries: Callable[[int], AbstractContextManager[None]]
) -> None:
    division = world.season.divisions.get()
    for number in range(9):
        one = bot(f"bot-{number}", builder.person(f"owner-{number}"))
        entries.add(division=division, bot=one.bot, version=one)
    for number in range(4, 12):
        builder.drawn(world.season, list(division.entries.order_by("number")[:3]), number)
    client = browse(world.organiser)
    for path in ("entries/", "fixtures/"):
        with django_assert_max_num_queries(20):
            assert client.get(DESK + path).status_code == 200


def test_a_rerun_tells_how_far_it_is(world: World) -> None:
    reruns.begin(fixture=world.open, by=world.organiser, reason="to see")
    again = Fixture.objects.get(kind="rerun")
    assert reruns.outcome(again) == again.get_state_display()
