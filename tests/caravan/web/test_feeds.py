"""Feeds: what a league tells, where bots have played; for everybody, without results, again only when new."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from django.test import Client

from tests.caravan.web.pages import Page
from tests.caravan.web.test_secrecy import Browse, told
from tests.world import World, bot, person
from tournaments.models import Announcement, Fixture, Season
from tournaments.services import rounds, seasons

ATOM = "{http://www.w3.org/2005/Atom}"
LEAGUE = "/leagues/pis-yedili-open/feed.atom"
FEEDS = {
    LEAGUE: "/leagues/pis-yedili-open/seasons/1/",
    "/bots/oryx/feed.atom": "/bots/oryx/",
    "/users/mira/feed.atom": "/users/mira/",
}


def entries(path: str) -> list[ElementTree.Element]:
    """Those of a feed, which must be there and well-formed."""
    answer = Client().get(path)
    assert answer.status_code == 200, path
    assert answer.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    root = ElementTree.fromstring(answer.content)  # noqa: S314 - our own
    for name in ("title", "id", "updated"):
        assert root.findtext(ATOM + name)
    return root.findall(f"{ATOM}entry")


def titles(path: str) -> list[str]:
    """What the entries say, the newest first."""
    return [entry.findtext(f"{ATOM}title") or "" for entry in entries(path)]


def test_a_league_tells_what_is_said_settled_opened_and_closed(world: World) -> None:
    season, where = world.season, str(world.season)
    Announcement.objects.create(season=season, text="Bring \x0b<water>", by=world.organiser)
    rounds.release(round=world.held.round)
    rounds.settle(division=season.divisions.get(), now=season.opens)
    Fixture.objects.filter(pk=world.playing.pk).update(state="void")
    rounds.settle(division=season.divisions.get(), now=season.opens)
    seasons.close(season=season)
    assert titles(LEAGUE) == [
        f"{where} is closed",
        f"{where}, Division 1, round 3 is settled",
        f"{where}, Division 1, round 2 is settled",
        f"{where}: the organiser says",
        f"{where}, Division 1, round 1 is settled",
    ]
    assert entries(LEAGUE)[3].findtext(f"{ATOM}summary") == "Bring <water>"


def test_bots_and_people_tell_where_they_have_played_and_not_how_it_ended(world: World) -> None:
    for path in ("/bots/oryx/feed.atom", "/users/mira/feed.atom"):
        [title] = titles(path)
        assert title.startswith("oryx, erg and sensible: ")
        assert title.endswith("round 1")
        [entry] = entries(path)
        link = entry.find(f"{ATOM}link")
        assert link is not None
        assert link.attrib["href"].endswith(f"/fixtures/{world.open.pk}/")
    before = len(entries("/bots/oryx/feed.atom"))
    rounds.release(round=world.held.round)
    assert len(entries("/bots/oryx/feed.atom")) == before + 1


@pytest.mark.parametrize("path", FEEDS)
def test_nothing_that_is_hidden_tells_itself(world: World, path: str) -> None:
    draft = Season.objects.create(league=world.season.league, number=2, seats=3, title="A secret plan")
    dry = Season.objects.create(
        league=world.season.league, number=10001, seats=3, title="A rehearsal", dry=True, state="running"
    )
    for season in (draft, dry):
        Announcement.objects.create(season=season, text="hush", by=world.organiser)
    said = Client().get(path).content.decode()
    hidden = told(world.held) | told(world.playing) | {"A secret plan", "A rehearsal", "hush", "round 2"}
    assert not [word for word in hidden if word in said]
    for fixture in (world.held, world.playing, world.trial):
        assert f"/fixtures/{fixture.pk}/" not in said


@pytest.mark.parametrize(("path", "page"), FEEDS.items())
def test_a_page_names_its_feed_which_is_sent_again_only_when_it_is_new(
    world: World, browse: Browse, path: str, page: str
) -> None:
    read = Page(browse(None).get(page).content.decode())
    links = [each for tag, each in read.elements if tag == "link" and each.get("rel") == "alternate"]
    assert [link["href"] for link in links] == [path]
    first = Client().get(path)
    kept = {"If-None-Match": first.headers["ETag"]}
    assert Client().get(path, headers=kept).status_code == 304
    rounds.release(round=world.held.round)
    rounds.settle(division=world.season.divisions.get(), now=world.season.opens)
    assert Client().get(path, headers=kept).status_code == 200
    assert Client().post(path).status_code == 405


def test_who_has_not_played_has_an_empty_feed_that_stays_the_same(world: World) -> None:
    bot("mirage", person("ada"))
    for path in ("/bots/mirage/feed.atom", "/users/ada/feed.atom"):
        assert entries(path) == []
        assert Client().get(path).headers["ETag"] == Client().get(path).headers["ETag"]


@pytest.mark.parametrize(
    "path", ["/leagues/donkey-nights/feed.atom", "/bots/nobody/feed.atom", "/users/nobody/feed.atom"]
)
def test_there_is_none_of_what_is_not_there(world: World, path: str) -> None:
    assert Client().get(path).status_code == 404
