"""All matches that anybody may watch, with filters in the address."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from caravan.filters import MatchFilter
from caravan.web import paging
from tournaments import finding

FIXTURES = 10


def index(request: HttpRequest) -> HttpResponse:
    """GET /matches/, `?a= &b=` and the other fields of `MatchFilter`, `?before=` a fixture."""
    form = MatchFilter(request.GET)
    valid = form.is_valid()
    found = finding.find(form.wanted(), FIXTURES + 1, paging.number(request, "before")) if valid else []
    shown = found[:FIXTURES]
    more = paging.onward(request, "before", shown[-1][0].pk) if len(found) > FIXTURES else None
    asked = any(value for name, value in request.GET.items() if name != "before")
    context = {"form": form, "found": shown, "more": more, "asked": asked}
    return render(request, "finding/matches.html", context)
