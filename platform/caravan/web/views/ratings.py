"""Why a rating is what it is: an entry, a season's predictions, pairs that do better together."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from caravan import access
from caravan.standings.scale import Scale
from caravan.web import charts
from tournaments.models import Entry
from tournaments.reports import entries, seasons
from tournaments.statistics.separability import interval

CHANGES = 20
ROUNDS = 500
"""So many are drawn in a chart."""
RIVALS = 25
PAIRS = 30
SHARES = Scale(0, 1)


def entry(request: HttpRequest, slug: str, number: int, which: int) -> HttpResponse:
    """GET /leagues/<slug>/seasons/<number>/entries/<which>/, `?before=` a fixture: the changes before it."""
    season = access.season(slug, number)
    rows = Entry.objects.select_related("division", "bot__owner", "version")
    entry = get_object_or_404(rows, division__season=season, number=which)
    before = request.GET.get("before", "")
    changes = entries.changes(entry, CHANGES + 1, int(before) if before.isdecimal() else None)
    shown = changes[:CHANGES]
    made = entries.made_of_cards(entry, [one.fixture_id for one in shown])
    rounds = entries.history(entry, ROUNDS)
    rivals, met = entries.rivals(entry, RIVALS)
    context = {
        "season": season,
        "entry": entry,
        "interval": interval(entry.rating),
        "changes": [(one, made.get(one.fixture_id)) for one in shown],
        "earlier": shown[-1].fixture_id if len(changes) > CHANGES else None,
        "rounds": rounds,
        "chart": charts.history(entries.begun(entry, rounds, ROUNDS)) if rounds else None,
        "rivals": [(one, SHARES.x(one.share), *SHARES.span(one.low, one.high)) for one in rivals],
        "met": met,
        "cards": entries.cards(entry),
    }
    return render(request, "leagues/entry.html", context)


def predictions(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """GET /leagues/<slug>/seasons/<number>/predictions/"""
    season = access.season(slug, number)
    found = seasons.predictions(season)
    chart = charts.reliability(found.calibration.bins)
    return render(
        request, "leagues/predictions.html", {"season": season, "predictions": found, "chart": chart}
    )


def pairs(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """GET /leagues/<slug>/seasons/<number>/pairs/, for whoever sees the league's desk."""
    season = access.season(slug, number)
    if not access.sees_desk(request.user, season.league):
        raise Http404("only organisers may read this")
    found, fixtures = seasons.pairs(season, PAIRS)
    return render(request, "leagues/pairs.html", {"season": season, "pairs": found, "fixtures": fixtures})
