"""The organiser's desk of a league: how it goes, its seasons, and what was done."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from caravan import access
from caravan.web import paging
from tournaments import deeds, organising
from tournaments.selectors.seasons import progress

LINES = 50
NEWEST = 6
ROUNDS = 20


def health(request: HttpRequest, slug: str) -> HttpResponse:
    """GET /leagues/<slug>/manage/: the health board, asked for again every few seconds."""
    league = access.league(request.user, slug)
    context = {
        "league": league,
        "tab": "health",
        "board": organising.board(league, timezone.now()),
        "seasons": organising.seasons(league),
        "organisers": league.organisers.order_by("username"),
        "actions": organising.actions(league, None, NEWEST),
    }
    return render(request, "desk/health.html", context)


def season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """GET /leagues/<slug>/manage/seasons/<number>/: all that can be done to it and to its rounds."""
    season = access.any_season(request.user, slug, number)
    fits = [(deed, deed.fits(season)) for deed in deeds.SEASON]
    context = {
        "league": season.league,
        "season": season,
        "tab": "season",
        "deeds": [deed for deed, now in fits if now],
        "others": [deed for deed, now in fits if not now],
        "rounds": [(one, progress(one, ROUNDS)) for one in season.divisions.all()],
        "archive": organising.archive(season),
    }
    return render(request, "desk/season.html", context)


def audit(request: HttpRequest, slug: str) -> HttpResponse:
    """GET /leagues/<slug>/manage/audit/, `?before=` the number of a line: those before it."""
    league = access.league(request.user, slug)
    found = organising.actions(league, paging.number(request, "before"), LINES + 1)
    more = found[LINES - 1].pk if len(found) > LINES else None
    context = {"league": league, "tab": "audit", "actions": found[:LINES], "more": more}
    return render(request, "desk/audit.html", context)
