"""What is played now: the page of a fixture under way."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from caravan.live.asked import address
from caravan.web import access, catalogue, decks, words
from tournaments import watching


def follow(request: HttpRequest, pk: int) -> HttpResponse:
    """GET /fixtures/<pk>/live/: what spectators may see of it while it is played; then its page."""
    fixture, shown = access.followed(request.user, pk)
    if fixture.ended:
        return redirect("fixture", pk)
    context = {
        "fixture": fixture,
        "game": catalogue.listed(fixture.game),
        "deck": decks.deck(fixture.game).faces(),
        "stream": address(pk, shown=shown),
        "lines": words.tell(told, told["names"]) if (told := watching.so_far(fixture)) else [],
    }
    return render(request, "live/follow.html", context)
