"""The organiser's desk of a league: how it goes, and what was done."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from caravan.web import access
from tournaments import organising

LINES = 50
NEWEST = 6


def health(request: HttpRequest, slug: str) -> HttpResponse:
    """GET /leagues/<slug>/manage/: the health board, asked for again every few seconds."""
    league = access.league(request.user, slug)
    context = {
        "league": league,
        "tab": "health",
        "board": organising.board(league, timezone.now()),
        "seasons": organising.seasons(league),
        "actions": organising.actions(league, None, NEWEST),
    }
    return render(request, "desk/health.html", context)


def audit(request: HttpRequest, slug: str) -> HttpResponse:
    """GET /leagues/<slug>/manage/audit/, `?before=` the number of a line: those before it."""
    league = access.league(request.user, slug)
    before = request.GET.get("before", "")
    found = organising.actions(league, int(before) if before.isdecimal() else None, LINES + 1)
    more = found[LINES - 1].pk if len(found) > LINES else None
    context = {"league": league, "tab": "audit", "actions": found[:LINES], "more": more}
    return render(request, "desk/audit.html", context)
