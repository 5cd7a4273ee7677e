"""The front page: what this is, what runs, what was played last, how to begin."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static

from caravan.web import catalogue, tables
from tournaments import selectors

TOP = 8
LATEST = 8


def icon(request: HttpRequest) -> HttpResponse:
    """GET /favicon.ico, which browsers ask for beside files that name no icon."""
    return redirect(static("mark.svg"))


def front(request: HttpRequest) -> HttpResponse:
    """GET /"""
    season = selectors.seasons_under_way().first()
    division = season.divisions.first() if season else None
    context = {
        "season": season,
        "top": tables.table(division).rows[:TOP] if division else [],
        "fixtures": selectors.latest_fixtures(LATEST),
        "games": catalogue.games(),
    }
    return render(request, "front.html", context)
