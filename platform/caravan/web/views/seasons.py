"""Seasons: joining, leaving, and the file that is left of one."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from caravan import access
from tournaments.errors import TournamentsError
from tournaments.models import Archive, Bot, Entry
from tournaments.services import archives, entries


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
