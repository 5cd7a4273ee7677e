"""Fixtures: who met, how it ended, the way to each match."""

from __future__ import annotations

from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from caravan.web.templatetags.caravan import competitors
from tournaments import selectors
from tournaments.reports.fixtures import same_cards


def fixture(request: HttpRequest, pk: int) -> HttpResponse:
    """GET /fixtures/<pk>/: results only once it is open."""
    fixture = get_object_or_404(selectors.fixtures(), pk=pk)
    matches = selectors.matches_of(fixture) if fixture.open else []
    grid = [(deal, list(row)) for deal, row in groupby(matches, key=lambda match: match.deal)]
    placings = competitors(fixture)
    cards = same_cards(fixture, [one.entry_id for one in placings if one.entry_id is not None])
    return render(request, "fixtures/fixture.html", {"fixture": fixture, "grid": grid, "cards": cards})
