"""What is played now: the wall of it all, and the page of a fixture under way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from bots.viewer import decks, rows, words
from bots.viewer.markup import Markup
from caravan import access
from caravan.games import catalogue
from caravan.streams import address
from caravan.web import running
from tournaments import watching
from tournaments.selectors.fixtures import latest_fixtures

LATEST = 12
MOVES = 500
"""So many, the newest, are text for who has no scripts."""


def watch(request: HttpRequest) -> HttpResponse:
    """GET /watch/: what is played now, what will be shown at a set hour, what was played last."""
    context = {
        "tiles": watching.tiles(),
        "premieres": watching.premieres(timezone.now()),
        "fixtures": latest_fixtures(LATEST),
    }
    return render(request, "live/watch.html", context)


def tiles(request: HttpRequest) -> HttpResponse:
    """GET /watch/tiles/: the wall alone, for the page that has it."""
    return render(request, "live/_tiles.html", {"tiles": watching.tiles()})


def table(request: HttpRequest) -> HttpResponse:
    """GET /watch/table/: a table that is being played now, or was last, for a page that has room for one."""
    return render(request, "live/_table.html", running.table(watching.tiles(), latest_fixtures(1)))


def follow(request: HttpRequest, pk: int) -> HttpResponse:
    """GET /fixtures/<pk>/live/: what spectators may see of it while it is played; then its page."""
    fixture, shown = access.followed(request.user, pk)
    if fixture.ended:
        return redirect("fixture", pk)
    context = {
        "fixture": fixture,
        "game": catalogue.listed(fixture.game),
        "deck": decks.deck(fixture.game).html(),
        "stream": address(pk, shown=shown),
        "moves": _newest(told) if (told := watching.so_far(fixture)) else "",
    }
    return render(request, "live/follow.html", context)


def _newest(told: Mapping[str, Any]) -> Markup:
    """The last moves of a match under way."""
    return rows.moves(words.tell(told, told["names"])[-MOVES:])
