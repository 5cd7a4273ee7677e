"""The lists of a season on its league's desk: who competes, and what is played, with what can be done."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from caravan import access
from caravan.web import paging
from caravan.web.desk_filters import EntryFilter, FixtureFilter
from tournaments import deeds, rosters
from tournaments.models import Season

ENTRIES = 50
FIXTURES = 30


def entries(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """GET /leagues/<slug>/manage/seasons/<number>/entries/, `?state= &after=` the number of an entry."""
    season = access.any_season(request.user, slug, number)
    form = EntryFilter(request.GET)
    found = rosters.entries(season, form.wanted(), ENTRIES + 1, paging.number(request, "after"))
    shown = found[:ENTRIES]
    more = paging.onward(request, "after", shown[-1].number) if len(found) > ENTRIES else None
    context = {"entries": shown, "done_to_entries": deeds.ENTRY, "form": form, "more": more}
    return render(request, "desk/entries.html", _around(season, "entries") | context)


def fixtures(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """GET /leagues/<slug>/manage/seasons/<number>/fixtures/, `?state= &round= &before=` a fixture."""
    season = access.any_season(request.user, slug, number)
    form = FixtureFilter(request.GET)
    found = rosters.fixtures(season, form.wanted(), FIXTURES + 1, paging.number(request, "before"))
    shown = found[:FIXTURES]
    more = paging.onward(request, "before", shown[-1].fixture.pk) if len(found) > FIXTURES else None
    context = {
        "rows": shown,
        "moving": any(row.moving for row in shown),
        "several": season.divisions.count() > 1,
        "done_to_fixtures": deeds.FIXTURE,
        "form": form,
        "more": more,
    }
    return render(request, "desk/fixtures.html", _around(season, "fixtures") | context)


def _around(season: Season, tab: str) -> dict[str, Any]:
    return {"league": season.league, "season": season, "tab": tab}
