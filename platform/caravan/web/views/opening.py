"""A file of one's own in the viewer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from bots.viewer import decks, words
from caravan.games import catalogue
from caravan.web import opening
from caravan.web.forms import OpeningForm
from caravan.web.opening import BusyError, Opened, OpeningError


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sat in a seat, and what came of it."""

    seat: int
    name: str
    points: int
    rank: int
    fault: str


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
    played = found.replay
    faults = {fault["seat"]: fault["code"] for fault in played["faults"]}
    seats = [
        Seated(seat, name, points, rank, faults.get(seat, ""))
        for seat, (name, points, rank) in enumerate(
            zip(found.names, played["points"], played["ranks"], strict=True)
        )
    ]
    return {
        "found": found,
        "game": catalogue.listed(played["game"]),
        "replay": played,
        "local": True,
        "revealed": True,
        "seats": sorted(seats, key=lambda one: (one.rank, one.seat)),
        "views": found.names,
        "deck": decks.deck(played["game"]).faces(),
        "lines": words.tell(played, found.names, found.tags),
    }
