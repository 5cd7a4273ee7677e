"""From a new league to a draft that is changed, discarded or opened: all on the desk."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.test import Client

from tests.caravan.web.test_organisers import LEAGUE, do
from tests.caravan.web.test_wizard import typed
from tests.world import World
from tournaments.models import Action, Division, League, Season, User

Browse = Callable[[User | None], Client]
DRAFT = f"{LEAGUE}seasons/2/"


def test_a_league_is_made_in_one_short_form(world: World, browse: Browse) -> None:
    form = {"title": "Tuareg – Summer League", "slug": "", "game": "tuareg", "seats": 3, "bots_per_user": 2}
    client = browse(world.staff)
    refused = client.post("/desk/new/", form | {"seats": 99}).text
    assert "Chicane 2, Donkey 3 to 12" in refused
    assert "not by 99" in refused.partition('name="seats"')[2].partition("</div>")[0]
    answer = client.post("/desk/new/", form, follow=True)
    made = League.objects.get(slug="tuareg-summer-league")
    assert (made.game, made.seats, made.bots_per_user, made.rules) == ("tuareg", 3, 2, {})
    assert answer.redirect_chain[-1][0] == "/leagues/tuareg-summer-league/manage/new/"
    assert "filled in with what is usual" in answer.text
    links = set(re.findall(r'href="(/leagues/tuareg[^"]*)"', answer.text))
    assert all(client.get(path).status_code == 200 for path in links)
    assert len(links) == 3
    note = Action.objects.get(verb="create")
    assert (note.by, note.league) == (world.staff, made)
    taken = client.post("/desk/new/", form).text
    assert "already exists" in taken


def test_what_is_drafted_says_what_is_next(world: World, browse: Browse) -> None:
    client = browse(world.organiser)
    page = client.post(f"{LEAGUE}new/", typed(client), follow=True)
    assert page.redirect_chain[-1][0] == DRAFT
    assert "Season 2 is saved as a draft." in page.text
    for step in ("rehearse", "open_registration", "change", "discard_the_draft"):
        assert f'href="{DRAFT}{step}/"' in page.text, step


def test_a_draft_is_changed_in_the_form_that_made_it(world: World, browse: Browse) -> None:
    client = browse(world.organiser)
    client.post(f"{LEAGUE}new/", typed(client, title="Spring", opens="2031-05-01T10:00", divisions=3, size=4))
    form = typed(client, f"{DRAFT}change/")
    assert (form["title"], form["divisions"], form["size"]) == ("Spring", 3, 4)
    shown = client.get(f"{DRAFT}change/").text
    assert 'value="2031-05-01T10:00"' in shown
    looked = client.get(f"{DRAFT}change/preview/", form | {"format": "swiss", "rounds": 7, "entries": 9}).text
    assert "<dt>Rounds</dt><dd>7</dd>" in looked
    sent = {
        **form,
        "title": "Autumn",
        "divisions": 2,
        "size": 6,
        "reason": "later",
        "opens": "2031-09-01T10:00",
    }
    assert client.post(f"{DRAFT}change/", sent).headers["Location"] == DRAFT
    draft = Season.objects.get(number=2)
    assert (draft.title, f"{draft.opens:%m}", draft.state) == ("Autumn", "09", "draft")
    assert list(draft.divisions.values_list("tier", "name", "size")) == [
        (1, "Division 1", 6),
        (2, "Division 2", None),
    ]
    assert Action.objects.get(verb="change draft").reason == "later"
    refused = client.post(f"{DRAFT}change/", sent | {"promote": 99, "relegate": 99})
    assert "more than the 6 of a division" in refused.text
    assert Season.objects.get(number=2).promote == 0


def test_a_draft_that_the_form_cannot_hold_is_not_changed_unawares(world: World, browse: Browse) -> None:
    client = browse(world.organiser)
    client.post(f"{LEAGUE}new/", typed(client, round_gap=86400, divisions=2, size=4))
    warning = "than the form can hold"
    assert Season.objects.get(number=2).round_gap == 86400
    assert warning not in client.get(f"{DRAFT}change/").text
    stages = [{"format": "swiss", "rounds": 2, "advance": 9}] * 2 + [{"format": "knockout"}]
    Season.objects.filter(number=2).update(stages=stages)
    assert warning in client.get(f"{DRAFT}change/").text
    Season.objects.filter(number=2).update(stages=[{"format": "ladder"}])
    Division.objects.filter(season__number=2, tier=2).update(size=7)
    assert warning in client.get(f"{DRAFT}change/").text


def test_what_is_made_of_a_season_is_where_one_is_led(world: World, browse: Browse) -> None:
    page = do(browse(world.organiser), f"{LEAGUE}seasons/1/draft_the_next/")
    assert "<title>Desk: Pis Yedili Open: Season 2" in page
    assert "A draft: nobody else sees it." in page


def test_a_draft_is_discarded_and_its_line_stays(world: World, browse: Browse) -> None:
    client = browse(world.organiser)
    client.post(f"{LEAGUE}new/", typed(client))
    done = do(client, f"{DRAFT}discard_the_draft/")
    assert "Discard the draft: Pis Yedili Open: Season 2 (discard)" in done
    assert not Season.objects.filter(number=2).exists()
    assert client.get(DRAFT).status_code == 404
    listed = client.get(f"{LEAGUE}audit/").text
    assert '<th scope="row">draft</th>' in listed
    assert '<th scope="row">discard</th>' in listed


def test_only_a_draft_is_changed_or_discarded(world: World, browse: Browse) -> None:
    client, running = browse(world.organiser), f"{LEAGUE}seasons/1/"
    assert client.get(f"{running}change/").status_code == 404
    page = client.get(f"{running}discard_the_draft/").text
    assert "is no draft any more" in page
    assert "is no draft any more" in do(client, f"{running}discard_the_draft/")
    assert Season.objects.filter(number=1).exists()
