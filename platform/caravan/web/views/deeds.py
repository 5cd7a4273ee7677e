"""What organisers do to seasons and rounds: a page says what will happen and asks why."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from caravan.web import access
from tournaments import deeds
from tournaments.deeds import Deed
from tournaments.models import Round, Season
from tournaments.selectors.seasons import progress

ROUNDS = 20


def season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """GET /leagues/<slug>/manage/seasons/<number>/: all that can be done to it and to its rounds."""
    season = access.any_season(request.user, slug, number)
    context = {
        "league": season.league,
        "season": season,
        "deeds": deeds.SEASON,
        "rounds": [(one, progress(one, ROUNDS)) for one in season.divisions.all()],
    }
    return render(request, "desk/season.html", context)


@require_http_methods(["GET", "POST"])
def to_season(request: HttpRequest, slug: str, number: int, deed: str) -> HttpResponse:
    """GET and POST /leagues/<slug>/manage/seasons/<number>/<deed>/"""
    season = access.any_season(request.user, slug, number)
    return _answer(request, season, _named(deeds.SEASON, deed), season)


@require_http_methods(["GET", "POST"])
def to_round(request: HttpRequest, slug: str, number: int, tier: int, which: int, deed: str) -> HttpResponse:
    """GET and POST /leagues/<slug>/manage/seasons/<number>/rounds/<tier>/<which>/<deed>/"""
    season = access.any_season(request.user, slug, number)
    round = get_object_or_404(
        Round.objects.select_related("division__season__league"),
        division__season=season,
        division__tier=tier,
        number=which,
    )
    return _answer(request, season, _named(deeds.ROUND, deed), round)


def _named(known: tuple[Deed, ...], slug: str) -> Deed:
    for deed in known:
        if deed.slug == slug:
            return deed
    raise Http404("nobody can do that")


def _answer(request: HttpRequest, season: Season, deed: Deed, row: Model) -> HttpResponse:
    """What will happen, or the page of the season with what has."""
    if not access.organises(request.user, row):
        raise PermissionDenied("this needs the permission to change it")
    asked = deed.asked([row], request.user, request.POST)
    if asked.confirmed:
        done = deed.done(row, request.user, asked)
        level = messages.ERROR if done.refusal else messages.SUCCESS
        messages.add_message(request, level, done.told(deed.name))
        return redirect("desk-season", season.league.slug, season.number)
    for field in asked.form.fields.values():
        field.widget.attrs["class"] = "in"
    context = {"league": season.league, "season": season, "deed": deed, "asked": asked}
    return render(request, "desk/confirm.html", context)
