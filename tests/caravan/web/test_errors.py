"""Every error is a page in the style of the site that says what to do."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db import InterfaceError, OperationalError
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import Client, RequestFactory

from tests.world import World
from tournaments.models import User

Browse = Callable[[User | None], Client]


def said(answer: HttpResponse, status: int) -> str:
    """An error that leads on."""
    page = answer.content.decode()
    assert answer.status_code == status
    assert f'<p class="crumbs">{status}</p>' in page
    assert "css/parts" in page
    assert re.search(r"<li>.*</li>", page)
    return page


def test_a_missing_page_leads_on(world: World, browse: Browse) -> None:
    page = said(browse(None).get("/nowhere/"), 404)
    assert 'href="/search/"' in page
    assert "Sign in</a>: sources" in page
    assert "Sign in</a>: sources" not in said(browse(world.owner).get("/nowhere/"), 404)


@pytest.mark.parametrize(
    "path", ["/users/%00/", "/users/%00/feed.atom", "/bots/?after=%00", "/search/?q=%00"]
)
def test_an_address_with_a_null_character_is_not_looked_up(world: World, browse: Browse, path: str) -> None:
    said(browse(None).get(path), 400)


@pytest.mark.parametrize("deed", ["join", "leave"])
def test_a_form_with_a_null_character_is_refused_and_no_error_of_ours(
    world: World, browse: Browse, caplog: pytest.LogCaptureFixture, deed: str
) -> None:
    said(browse(world.owner).post(f"/leagues/pis-yedili-open/seasons/1/{deed}/", {"bot": "or\0yx"}), 400)
    [line] = caplog.records
    assert (line.levelname, line.exc_info) == ("WARNING", None)


def test_what_is_not_yours_says_why(world: World, browse: Browse) -> None:
    page = said(browse(world.stranger).get("/bots/oryx/submit/"), 403)
    assert "Only its owner can submit a version." in page
    assert "You are signed in as jun" in page


def test_a_form_without_its_token_says_what_to_do(world: World) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.owner)
    page = said(client.post("/bots/new/", {}), 403)
    assert "load the page again" in page


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_database_that_is_away_says_when_to_come_again(
    db: None, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def away(*_: object) -> None:
        raise error("no connection")

    monkeypatch.setattr("caravan.web.views.bots.bots_after", away)
    client = Client(raise_request_exception=False)
    client.cookies["theme"] = "dark"
    answer = client.get("/bots/")
    page = said(answer, 503)
    assert answer.headers["Retry-After"] == "30"
    assert 'data-theme="dark"' in page


def test_an_error_of_ours_asks_nothing_of_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caravan.web.views.games.catalogue.games", lambda: 1 / 0)
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = "of somebody"
    assert "Our fault" in said(client.get("/games/"), 500)


def test_too_often_is_a_page(db: None) -> None:
    page = render_to_string("429.html", request=RequestFactory().get("/"))
    assert "Wait a minute" in page
