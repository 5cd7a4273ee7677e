"""Leagues: the list, and the way to the season that matters now."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournaments.selectors.seasons import current_season, leagues


def index(request: HttpRequest) -> HttpResponse:
    """GET /leagues/"""
    return render(request, "leagues/index.html", {"leagues": leagues()})


def league(request: HttpRequest, slug: str) -> HttpResponse:
    """GET /leagues/<slug>/: its newest season."""
    season = current_season(slug)
    if season is None:
        raise Http404("no such league, or it has no season yet")
    return redirect("season", slug, season.number)
