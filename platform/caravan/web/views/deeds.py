"""What organisers do on the desk of a league: a page says what will happen and asks why."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from caravan.web import access
from tournaments import deeds
from tournaments.deeds import Deed
from tournaments.models import Entry, Fixture, League, Round, Season

either = require_http_methods(["GET", "POST"])


@either
def to_league(request: HttpRequest, slug: str, deed: str) -> HttpResponse:
    """GET and POST /leagues/<slug>/manage/league/<deed>/, `?username=` fills in whom."""
    league = access.league(request.user, slug)
    return _answer(request, league, _named(deeds.LEAGUE, deed), league, reverse("desk", args=[slug]))


@either
def to_season(request: HttpRequest, slug: str, number: int, deed: str) -> HttpResponse:
    """GET and POST /leagues/<slug>/manage/seasons/<number>/<deed>/"""
    season = access.any_season(request.user, slug, number)
    return _answer(request, season.league, _named(deeds.SEASON, deed), season, _page("desk-season", season))


@either
def to_round(request: HttpRequest, slug: str, number: int, tier: int, which: int, deed: str) -> HttpResponse:
    """GET and POST /leagues/<slug>/manage/seasons/<number>/rounds/<tier>/<which>/<deed>/"""
    season = access.any_season(request.user, slug, number)
    rounds = Round.objects.select_related("division__season__league")
    round = get_object_or_404(rounds, division__season=season, division__tier=tier, number=which)
    return _answer(request, season.league, _named(deeds.ROUND, deed), round, _page("desk-season", season))


@either
def to_entry(request: HttpRequest, slug: str, number: int, which: int, deed: str) -> HttpResponse:
    """GET and POST /leagues/<slug>/manage/seasons/<number>/entries/<which>/<deed>/: also to bot and owner."""
    season = access.any_season(request.user, slug, number)
    entries = Entry.objects.select_related("division__season__league", "bot__owner", "version")
    entry = get_object_or_404(entries, division__season=season, number=which)
    done = _named((*deeds.ENTRY, *deeds.BOT, *deeds.PERSON), deed)
    row = entry if done in deeds.ENTRY else entry.bot if done in deeds.BOT else entry.bot.owner
    if row is None:
        raise Http404("a house bot is nobody's")
    return _answer(request, season.league, done, row, _page("desk-entries", season))


@either
def to_fixture(request: HttpRequest, slug: str, number: int, pk: int, deed: str) -> HttpResponse:
    """GET and POST /leagues/<slug>/manage/seasons/<number>/fixtures/<pk>/<deed>/"""
    season = access.any_season(request.user, slug, number)
    fixtures = Fixture.objects.select_related("round__division__season__league")
    fixture = get_object_or_404(fixtures, round__division__season=season, pk=pk)
    back = _page("desk-fixtures", season)
    return _answer(request, season.league, _named(deeds.FIXTURE, deed), fixture, back)


def _page(name: str, season: Season) -> str:
    return reverse(name, args=[season.league.slug, season.number])


def _named(known: tuple[Deed, ...], slug: str) -> Deed:
    for deed in known:
        if deed.slug == slug:
            return deed
    raise Http404("nobody can do that")


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
