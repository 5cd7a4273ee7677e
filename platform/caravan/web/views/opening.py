"""A file of one's own in the viewer."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from bots.viewer import rows
from caravan.games import catalogue
from caravan.web import opening
from caravan.web.forms import OpeningForm
from caravan.web.opening import BusyError, Opened, OpeningError


@require_http_methods(["GET", "POST"])
def watch(request: HttpRequest) -> HttpResponse:
    """GET and POST /replay/: nothing of what is sent is kept."""
    form, status = OpeningForm(request.POST or None, request.FILES or None), 200
    if request.method == "POST" and form.is_valid():
        try:
            found = opening.read(form.cleaned_data["file"], form.cleaned_data["match"])
        except OpeningError as error:
            form.add_error("file", str(error))
            status = 503 if isinstance(error, BusyError) else 200
        else:
            return render(request, "matches/local.html", _viewer(found))
    return render(request, "matches/open.html", {"form": form}, status=status)


def _viewer(found: Opened) -> dict[str, Any]:
    return rows.beside(found.replay, found.names, found.tags) | {
        "found": found,
        "game": catalogue.listed(found.replay["game"]),
        "replay": found.replay,
        "local": True,
        "revealed": True,
        "seats": rows.results(found.replay, found.names),
    }
