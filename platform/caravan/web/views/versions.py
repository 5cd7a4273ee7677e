"""Versions: how far one has come; its source and trial for its owner."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from bots.package import Store
from caravan.web import access, limits, source
from tournaments import selectors
from tournaments.models import Version


def _version(name: str, number: int) -> Version:
    return get_object_or_404(Version.objects.select_related("bot__owner"), bot__name=name, number=number)


def version(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """GET /bots/<name>/versions/<number>/: source and trial logs, for its owner and staff."""
    version = _version(name, number)
    if not access.sees_inside(request.user, version.bot):
        raise Http404("no such version, or it is not yours")
    context = {
        "version": version,
        "bot": version.bot,
        "inside": True,
        "files": source.files(Store(settings.CARAVAN_STORE), version.digest),
        "trials": selectors.trial_matches(version),
        "banks": limits.bank_rows(selectors.seasons_under_way().filter(league__game__in=version.games)),
    }
    return render(request, "bots/version.html", context)


def state(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """GET /bots/<name>/versions/<number>/state/: a part of the bot's page that asks for itself again."""
    version = _version(name, number)
    context = {
        "version": version,
        "bot": version.bot,
        "inside": access.sees_inside(request.user, version.bot),
    }
    answer = render(request, "bots/_state.html", context)
    if version.state not in (Version.State.CHECKING, Version.State.TRIAL):
        answer.headers["HX-Refresh"] = "true"  # the page around it has more to tell now
    return answer
