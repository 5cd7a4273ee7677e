"""Fixtures: who met, how it ended, the way to each match, and the proof of it all."""

from __future__ import annotations

from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from caravan.web import spoilers
from caravan.web.parting import Parting, parting
from caravan.web.templatetags.caravan import competitors
from tournaments import documents, watching
from tournaments.models import Fixture, Match
from tournaments.reports.fixtures import same_cards
from tournaments.selectors.fixtures import fixtures
from tournaments.selectors.matches import matches_of, records_of


def fixture(request: HttpRequest, pk: int) -> HttpResponse:
    """GET /fixtures/<pk>/: results only once it is open, and to those who want to be told."""
    fixture = get_object_or_404(fixtures(), pk=pk)
    told = fixture.open and spoilers.revealed(request)
    counted = [one for one in competitors(fixture, True) if one.rank is not None]
    cards = same_cards(fixture, [one.entry_id for one in counted if one.entry_id is not None])
    live = not fixture.ended and watching.shown(fixture)
    context = {"fixture": fixture, "told": told, "live": live, "grid": _grid(fixture)}
    context |= {"counted": counted, "cards": cards}
    return render(request, "fixtures/fixture.html", context)


def _grid(fixture: Fixture) -> list[tuple[int, list[Match], Parting | None]]:
    """For each deal of an open fixture its matches, and where they parted."""
    if not fixture.open:
        return []
    records = records_of(fixture)
    deals = groupby(matches_of(fixture), key=lambda match: match.deal)
    rows = [(deal, list(row)) for deal, row in deals]
    return [(deal, row, parting(row, records)) for deal, row in rows]


def fixture_json(request: HttpRequest, pk: int) -> HttpResponse:
    """GET /fixtures/<pk>/fixture.json: a file for `python -m referee verify`; once it is open."""
    fixture = get_object_or_404(fixtures(), pk=pk)
    if not fixture.open:
        raise Http404("this fixture is not open yet")
    headers = {"Content-Disposition": f'attachment; filename="caravan-fixture-{pk}.json"'}
    record = documents.fixture_record(fixture).dumps()
    return HttpResponse(record, content_type="application/json", headers=headers)
