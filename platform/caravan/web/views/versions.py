"""Versions: how far one has come; its source and trial for its owner."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from bots.upload.store import Store
from caravan import access
from caravan.web import limits, source
from referee.games import GAMES
from tournaments.errors import TournamentsError
from tournaments.models import Version
from tournaments.selectors.matches import trial_matches
from tournaments.selectors.seasons import seasons_under_way
from tournaments.selectors.versions import choices
from tournaments.services import activations


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
        "choices": choices(version) if access.owns(request.user, version.bot) else [],
        "files": [] if version.erased else source.files(Store(settings.CARAVAN_STORE), version.digest),
        "trials": trial_matches(version),
        "banks": limits.bank_rows(seasons_under_way().filter(league__game__in=version.games)),
    }
    return render(request, "bots/version.html", context)


@login_required
@require_POST
def choose(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """POST /bots/<name>/versions/<number>/choose/ with a game: its owner lets it compete there."""
    version = _version(name, number)
    if not access.owns(request.user, version.bot):
        raise PermissionDenied("only its owner can say what competes")
    game = request.POST.get("game", "")
    try:
        activations.choose(version=version, game=game)
    except TournamentsError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, f"{version} competes in {GAMES[game].title} from the next draw on.")
    return redirect("version", name, number)


def state(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """GET /bots/<name>/versions/<number>/state/: a part of the bot's page that asks for itself again."""
    version = _version(name, number)
    context = {
        "version": version,
        "bot": version.bot,
        "inside": access.sees_inside(request.user, version.bot),
    }
    answer = render(request, "bots/_state.html", context)
    if not version.unsettled:
        answer.headers["HX-Refresh"] = "true"  # the page around it has more to tell now
    return answer
