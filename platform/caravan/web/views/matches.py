"""Matches: the replay, in its page, within others and as a file, and its data; from open fixtures only."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import condition

from bots.viewer import bundle, rows
from caravan import access
from caravan.games import catalogue
from caravan.web import appearance, decisions, standalone
from caravan.web.compression import dense
from caravan.web.insides import Inside, insides
from caravan.web.middleware import EMBEDDED
from referee.record import Record
from referee.replay import FORMAT, replay
from tournaments.finding import following
from tournaments.models import Bot, Match
from tournaments.ranking import Rating
from tournaments.reports.fixtures import ratings_before
from tournaments.selectors.matches import rotations


def _etag(request: HttpRequest, pk: int) -> str:
    """A record never changes, the form of a replay may."""
    return f'"{access.open_match(pk).digest}.{FORMAT}"'


@dense
def match(request: HttpRequest, pk: int) -> HttpResponse:
    """GET /matches/<pk>/: the viewer; without JavaScript the result and the moves as text."""
    match = access.open_match(pk)
    if "embed" in request.GET:
        return _embedded(request, match)
    context = _viewer(match, insides(request.user, match))
    context |= {"rotations": rotations(match), "again": decisions.from_here(match)}
    return render(request, "matches/match.html", context)


def _embedded(request: HttpRequest, match: Match) -> HttpResponse:
    """GET /matches/<pk>/?embed=1: table and controls, to be shown within any page; the same to everybody."""
    context = _viewer(match)
    context["styles"] = bundle.styles(match.fixture.game)
    answer = render(request, "matches/bare.html", context)
    answer.headers["Content-Security-Policy"] = EMBEDDED
    patch_vary_headers(answer, ("Cookie",))
    answer.xframe_options_exempt = True
    return answer


def replay_html(request: HttpRequest, pk: int) -> HttpResponse:
    """GET /matches/<pk>/replay.html: the viewer as a file that needs nothing else."""
    match = access.open_match(pk)
    context = _viewer(match)
    context |= standalone.parts(match.fixture.game) | {"replay": context["played"]}
    context["look"] = appearance.attributes(request)
    page = standalone.settled(render_to_string("matches/file.html", context), request)
    headers = {"Content-Disposition": f'attachment; filename="caravan-{pk}.html"', "Vary": "Cookie"}
    return HttpResponse(page, headers=headers)


def _viewer(match: Match, inside: list[Inside] | None = None) -> dict[str, Any]:
    """What every form of the viewer shows; `inside` of the bots that the visitor may look into."""
    record, seatings = Record.loads(match.record), list(match.seatings.all())
    played, names = replay(record), [seating.version.bot.name for seating in seatings]
    ratings = ratings_before(match.fixture)
    best = sorted(seatings, key=lambda seating: (seating.rank or 0, seating.seat))
    return rows.beside(played, names, record.tags or {}) | {
        "match": match,
        "game": catalogue.listed(match.fixture.game),
        "played": played,
        "seatings": [(seating, told(ratings.get(seating.entry_id or 0))) for seating in best],
        "rated": bool(ratings),
        "bots": dict.fromkeys(names),
        "tagged": bool(record.tags),
        "insides": inside,
        "logs": [each.seating.seat for each in inside or []],
    }


def told(rating: Rating | None) -> str:
    """A rating in a few signs; nothing for none."""
    return f"{rating.mu:.1f} ±{rating.sigma:.1f}" if rating else ""


def onward(request: HttpRequest, pk: int) -> HttpResponse:
    """GET /matches/<pk>/next/, `?bot=` a name: to the next match of that bot, else of its round."""
    match = access.open_match(pk)
    bot = get_object_or_404(Bot, name=request.GET["bot"]) if "bot" in request.GET else None
    found = following(match, bot)
    if found:
        return redirect("match", found.pk)
    messages.info(request, f"That was the last match of {bot or 'the round'} so far.")
    return redirect("bot", bot.name) if bot else redirect("fixture", match.fixture_id)


@dense
@condition(etag_func=_etag)
def replay_json(request: HttpRequest, pk: int) -> HttpResponse:
    """GET /matches/<pk>/replay.json: what the viewer draws."""
    played = replay(Record.loads(access.open_match(pk).record))
    return JsonResponse(played, json_dumps_params={"separators": (",", ":")})


@condition(etag_func=_etag)
def record_json(request: HttpRequest, pk: int) -> HttpResponse:
    """GET /matches/<pk>/record.json: the record, as a file to keep."""
    match = access.open_match(pk)
    headers = {"Content-Disposition": f'attachment; filename="{decisions.record_name(match)}"'}
    return HttpResponse(match.record, content_type="application/json", headers=headers)
