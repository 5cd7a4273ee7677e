"""What organisers do on the desk of a league: a page says what will happen and asks why."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from caravan import access, subjects
from caravan.subjects import named
from tournaments import deeds
from tournaments.deeds import Deed
from tournaments.models import League, Season

either = require_http_methods(["GET", "POST"])


@either
def to_league(request: HttpRequest, slug: str, deed: str) -> HttpResponse:
    """GET and POST /leagues/<slug>/manage/league/<deed>/, `?username=` fills in whom."""
    league = access.league(request.user, slug)
    return _answer(request, league, named(deeds.LEAGUE, deed), league, reverse("desk", args=[slug]))


@either
def to_season(request: HttpRequest, slug: str, number: int, deed: str) -> HttpResponse:
    """GET and POST /leagues/<slug>/manage/seasons/<number>/<deed>/"""
    season = access.any_season(request.user, slug, number)
    return _answer(request, season.league, named(deeds.SEASON, deed), season, _page("desk-season", season))


@either
def to_round(request: HttpRequest, slug: str, number: int, tier: int, which: int, deed: str) -> HttpResponse:
    """GET and POST /leagues/<slug>/manage/seasons/<number>/rounds/<tier>/<which>/<deed>/"""
    season = access.any_season(request.user, slug, number)
    round = subjects.round_of(season, tier, which)
    return _answer(request, season.league, named(deeds.ROUND, deed), round, _page("desk-season", season))


@either
def to_entry(request: HttpRequest, slug: str, number: int, which: int, deed: str) -> HttpResponse:
    """GET and POST /leagues/<slug>/manage/seasons/<number>/entries/<which>/<deed>/: also to bot and owner."""
    season = access.any_season(request.user, slug, number)
    done = named(subjects.WITH_ENTRIES, deed)
    row = subjects.with_entry(season, which, done)
    return _answer(request, season.league, done, row, _page("desk-entries", season))


@either
def to_fixture(request: HttpRequest, slug: str, number: int, pk: int, deed: str) -> HttpResponse:
    """GET and POST /leagues/<slug>/manage/seasons/<number>/fixtures/<pk>/<deed>/"""
    season = access.any_season(request.user, slug, number)
    fixture, back = subjects.fixture_of(season, pk), _page("desk-fixtures", season)
    return _answer(request, season.league, named(deeds.FIXTURE, deed), fixture, back)


def _page(name: str, season: Season) -> str:
    return reverse(name, args=[season.league.slug, season.number])


def _answer(request: HttpRequest, league: League, deed: Deed, row: Model, back: str) -> HttpResponse:
    """What will happen, or the page that led here with what has."""
    access.permit(request.user, league, row)
    first = {name: request.GET[name] for name in request.GET} if request.method == "GET" else None
    asked = deed.asked([row], request.user, request.POST, first)
    if asked.confirmed:
        done = deed.done(row, request.user, asked)
        level = messages.ERROR if done.refusal else messages.SUCCESS
        messages.add_message(request, level, done.told(deed.name))
        if done.made:
            return redirect(_page("desk-season", done.made))
        gone = not done.refusal and not type(row)._default_manager.filter(pk=row.pk).exists()
        return redirect(reverse("desk", args=[league.slug]) if gone else back)
    for field in asked.form.fields.values():
        field.widget.attrs["class"] = "in"
    return render(
        request,
        "desk/confirm.html",
        {"league": league, "deed": deed, "asked": asked, "row": row, "back": back},
    )
