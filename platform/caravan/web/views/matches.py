"""Matches: the replay, in its page, within others and as a file, and its data; from open fixtures only."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import condition

from caravan.web import access, appearance, catalogue, decisions, decks, standalone, words
from caravan.web.insides import Inside, insides, tags
from caravan.web.middleware import EMBEDDED
from referee.record import Record
from referee.replay import FORMAT, replay
from tournaments.models import Match
from tournaments.selectors.matches import rotations


def _replay(match: Match) -> dict[str, Any]:
    return replay(Record.loads(match.record))


def _etag(request: HttpRequest, pk: int) -> str:
    """A record never changes, the form of a replay may."""
    return f'"{access.open_match(pk).digest}.{FORMAT}"'


def match(request: HttpRequest, pk: int) -> HttpResponse:
    """GET /matches/<pk>/: the viewer; without JavaScript the result and the moves as text."""
    match = access.open_match(pk)
    if "embed" in request.GET:
        return _embedded(request, match)
    inside = insides(request.user, match.seatings.all())
    context = _viewer(match, _replay(match), inside)
    context["rotations"] = rotations(match)
    return render(request, "matches/match.html", context)


def _embedded(request: HttpRequest, match: Match) -> HttpResponse:
    """GET /matches/<pk>/?embed=1: table and controls, to be shown within any page; the same to everybody."""
    context = _viewer(match, _replay(match))
    context["styles"] = standalone.styles(context["game"].style)
    answer = render(request, "matches/bare.html", context)
    answer.headers["Content-Security-Policy"] = EMBEDDED
    patch_vary_headers(answer, ("Cookie",))
    answer.xframe_options_exempt = True
    return answer


def replay_html(request: HttpRequest, pk: int) -> HttpResponse:
    """GET /matches/<pk>/replay.html: the viewer as a file that needs nothing else."""
    match = access.open_match(pk)
    played = _replay(match)
    context = _viewer(match, played)
    context |= standalone.parts(context["game"].style) | {"replay": played}
    context["look"] = appearance.attributes(request)
    page = standalone.settled(render_to_string("matches/file.html", context), request)
    headers = {"Content-Disposition": f'attachment; filename="caravan-{pk}.html"', "Vary": "Cookie"}
    return HttpResponse(page, headers=headers)


def _viewer(match: Match, played: dict[str, Any], inside: list[Inside] | None = None) -> dict[str, Any]:
    """What every form of the viewer shows; `inside` of the bots that the visitor may look into."""
    seatings = list(match.seatings.all())
    names = [seating.version.bot.name for seating in seatings]
    return {
        "match": match,
        "game": catalogue.listed(match.fixture.game),
        "seatings": sorted(seatings, key=lambda seating: (seating.rank or 0, seating.seat)),
        "views": seatings,
        "deck": decks.deck(match.fixture.game).faces(),
        "lines": words.tell(played, names, tags(inside or [])),
        "insides": inside,
        "logs": [each.seating.seat for each in inside or []],
    }


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
