"""Seasons: standings, rounds, rules, and joining."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from caravan.web import access, limits, tables
from tournaments import selectors
from tournaments.errors import TournamentsError
from tournaments.models import Archive, Bot, Entry, Round, Season
from tournaments.services import archives, entries

ROUNDS = 20


def _bots_to_enter(request: HttpRequest, season: Season) -> list[Bot]:
    return list(selectors.bots_to_enter(request.user, season)) if access.is_member(request.user) else []


def season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """GET /leagues/<slug>/seasons/<number>/"""
    season = access.season(slug, number)
    divisions = list(season.divisions.all())
    full = access.is_member(request.user) and selectors.is_full(request.user, season)
    context = {
        "season": season,
        "tables": [tables.table(division) for division in divisions],
        "rounds": [(division, selectors.progress(division, ROUNDS)) for division in divisions],
        "archive": Archive.objects.filter(season=season).exclude(digest="").first(),
        "announcements": season.announcements.all(),
        "clocks": limits.clock_rows(season.clocks),
        "mine": _bots_to_enter(request, season) if not full else [],
        "full": full,
        "others": selectors.seasons().filter(league=season.league).exclude(pk=season.pk),
    }
    return render(request, "leagues/season.html", context)


def round_page(request: HttpRequest, slug: str, number: int, which: int) -> HttpResponse:
    """GET /leagues/<slug>/seasons/<number>/rounds/<which>/"""
    season = access.season(slug, number)
    rounds = Round.objects.filter(division__season=season, number=which)
    tables = selectors.fixtures().filter(round__in=rounds).order_by("round__division__tier", "pk")
    if not rounds:
        raise Http404("no such round")
    return render(request, "leagues/round.html", {"season": season, "which": which, "fixtures": tables})


def archive(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """GET /leagues/<slug>/seasons/<number>/archive.zip: a file for `python -m tournaments.verify`."""
    season = access.season(slug, number)
    kept = get_object_or_404(Archive.objects.exclude(digest=""), season=season)
    path = archives.path(kept.digest)
    if not path.exists():
        raise Http404("the file is not kept here")
    name = f"caravan-{slug}-{number}.zip"
    return FileResponse(path.open("rb"), as_attachment=True, filename=name)


@login_required
@require_POST
def join(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """POST /leagues/<slug>/seasons/<number>/join/ with the name of a bot of one's own."""
    season = access.season(slug, number)
    bot = get_object_or_404(Bot, owner=access.member(request), name=request.POST.get("bot", ""))
    try:
        entries.join(season=season, bot=bot)
    except TournamentsError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, f"{bot} is in. It sits down in the next round that is drawn.")
    return redirect("season", slug, number)


@login_required
@require_POST
def leave(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """POST /leagues/<slug>/seasons/<number>/leave/ with the name of a bot of one's own."""
    season = access.season(slug, number)
    mine = Entry.objects.filter(division__season=season, bot__owner=access.member(request), house=False)
    entry = get_object_or_404(mine, bot__name=request.POST.get("bot", ""))
    try:
        entries.withdraw(entry=entry)
    except TournamentsError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, f"{entry.bot} has left {season}. What is drawn is played out.")
    return redirect("bot", entry.bot.name)
