"""The front page: what this is, what runs, what was played last, how to begin."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static

from caravan.live.wall import TILES
from caravan.web import catalogue, tables
from referee.games import GAMES
from tournaments import watching
from tournaments.selectors.fixtures import latest_fixtures
from tournaments.selectors.seasons import seasons_under_way

TOP = 8
LATEST = 8
OTHERS = 6


def icon(request: HttpRequest) -> HttpResponse:
    """GET /favicon.ico, which browsers ask for beside files that name no icon."""
    return redirect(static("mark.svg"))


def front(request: HttpRequest) -> HttpResponse:
    """GET /"""
    seasons = list(seasons_under_way()[: OTHERS + 1])
    season = seasons[0] if seasons else None
    division = season.divisions.first() if season else None
    context = {
        "season": season,
        "others": seasons[1:],
        "top": tables.table(division).rows[:TOP] if division else [],
        "tiles": watching.tiles(TILES),
        "fixtures": latest_fixtures(LATEST),
        "games": catalogue.games(),
        "option": f" --game {next(iter(GAMES))}" if len(GAMES) > 1 else "",
    }
    return render(request, "front.html", context)
