"""The front page: what this is, what is played, what runs, what was played last, how to begin."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static

from caravan.games import catalogue
from caravan.web import running
from referee.games import GAMES
from tournaments import watching
from tournaments.selectors.fixtures import latest_fixtures

LATEST = 8
SEASONS = 8


def icon(request: HttpRequest) -> HttpResponse:
    """GET /favicon.ico, which browsers ask for beside files that name no icon."""
    return redirect(static("mark.svg"))


def front(request: HttpRequest) -> HttpResponse:
    """GET /"""
    tiles, latest = watching.tiles(), latest_fixtures(LATEST)
    context = {
        "tiles": tiles,
        "now": running.table(tiles, latest),
        "runs": running.seasons(SEASONS),
        "fixtures": latest,
        "games": catalogue.games(),
        "option": f" --game {next(iter(GAMES))}" if len(GAMES) > 1 else "",
    }
    return render(request, "front.html", context)
