"""Matches: the replay and its files; all of it from open fixtures only."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import condition

from caravan.web import access, catalogue, decisions, decks, spoilers, words
from caravan.web.insides import insides, tags
from referee.record import Record
from referee.replay import FORMAT, replay
from tournaments import selectors
from tournaments.models import Match


def _replay(match: Match) -> dict[str, Any]:
    return replay(Record.loads(match.record))


def _etag(request: HttpRequest, pk: int) -> str:
    """A record never changes, the form of a replay may."""
    return f'"{access.open_match(pk).digest}.{FORMAT}"'


def match(request: HttpRequest, pk: int) -> HttpResponse:
    """GET /matches/<pk>/: the viewer; without JavaScript the result and the moves as text."""
    match = access.open_match(pk)
    seatings = list(match.seatings.all())
    inside = insides(request.user, seatings)
    context = {
        "match": match,
        "game": catalogue.listed(match.fixture.game),
        "seatings": sorted(seatings, key=lambda seating: (seating.rank or 0, seating.seat)),
        "views": seatings,
        "deck": decks.deck(match.fixture.game).faces(),
        "lines": words.tell(_replay(match), [seating.version.bot.name for seating in seatings], tags(inside)),
        "revealed": spoilers.revealed(request),
        "rotations": selectors.rotations(match),
        "insides": inside,
        "logs": [each.seating.seat for each in inside],
    }
    return render(request, "matches/match.html", context)


@condition(etag_func=_etag)
def replay_json(request: HttpRequest, pk: int) -> HttpResponse:
    """GET /matches/<pk>/replay.json: what the viewer draws."""
    return JsonResponse(_replay(access.open_match(pk)), json_dumps_params={"separators": (",", ":")})


@condition(etag_func=_etag)
def record_json(request: HttpRequest, pk: int) -> HttpResponse:
    """GET /matches/<pk>/record.json: the record, as a file to keep."""
    match = access.open_match(pk)
    headers = {"Content-Disposition": f'attachment; filename="{decisions.record_name(match)}"'}
    return HttpResponse(match.record, content_type="application/json", headers=headers)
