"""Logs: what a bot was asked, answered and wrote in a match, for its owner, the organiser and staff alone."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from msgspec import convert

from bots.play.clock import Clocks
from caravan import access
from caravan.games import catalogue
from caravan.web import decisions
from caravan.web.decisions import Decision
from tournaments.models import Seating
from tournaments.services import logs

PAGE = 100
"""Decisions on one page."""


def log(request: HttpRequest, pk: int, seat: int) -> HttpResponse:
    """GET /matches/<pk>/logs/<seat>/: a row for each decision, the failed one in full."""
    seated = _seated(request, pk, seat)
    found = decisions.log(seated)
    page = Paginator(found.decisions, PAGE).get_page(request.GET.get("page"))
    fallen = found.fallen() if page.number == 1 else None
    context = {"log": found, "page": page, "fallen": fallen}
    if fallen:
        context |= _inside(seated, fallen)
    return render(request, "logs/log.html", _around(seated) | context)


def decision(request: HttpRequest, pk: int, seat: int, move: int) -> HttpResponse:
    """GET /matches/<pk>/logs/<seat>/<move>/: what was asked there; for a row that opens, without the page."""
    seated = _seated(request, pk, seat)
    found = _decision(seated, move)
    template = "logs/_decision.html" if request.htmx else "logs/decision.html"  # type: ignore[attr-defined]
    answer = render(request, template, _around(seated) | _inside(seated, found))
    answer.headers["Vary"] = "HX-Request, Cookie"
    return answer


def position(request: HttpRequest, pk: int, seat: int, move: int) -> HttpResponse:
    """GET /matches/<pk>/logs/<seat>/<move>.json: a file of positions for `caravan test`."""
    seated = _seated(request, pk, seat)
    saved = decisions.position(seated.match, _decision(seated, move).question)
    name = f"match-{pk}-move-{move}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JsonResponse(saved, json_dumps_params={"indent": 1}, headers=headers)


def text(request: HttpRequest, pk: int, seat: int) -> HttpResponse:
    """GET /matches/<pk>/logs/<seat>.txt: all of it as text."""
    seated = _seated(request, pk, seat)
    return HttpResponse(logs.text(seated.log), content_type="text/plain; charset=utf-8")


def _seated(request: HttpRequest, pk: int, seat: int) -> Seating:
    match = access.open_match(pk)
    seated = access.own_seating(request.user, match, seat)
    seated.match = match  # with all that was read along with it
    return seated


def _decision(seated: Seating, move: int) -> Decision:
    found = decisions.log(seated).at(move)
    if found is None:
        raise Http404("it was not asked there")
    return found


def _around(seated: Seating) -> dict[str, Any]:
    return {
        "match": seated.match,
        "game": catalogue.listed(seated.match.fixture.game),
        "seating": seated,
        "bot": seated.version.bot,
        "file": decisions.record_name(seated.match),
    }


def _inside(seated: Seating, found: Decision) -> dict[str, Any]:
    return {
        "decision": found,
        "view": decisions.pretty(found.question.view),
        "news": decisions.pretty(found.question.news),
        "clocks": convert(seated.match.fixture.clocks, Clocks),
        "command": decisions.command(seated, found.question.move),
    }
