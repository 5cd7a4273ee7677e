"""Search over bots, people and leagues."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.search import LONGEST, search

HITS = 20


def find(request: HttpRequest) -> HttpResponse:
    """GET /search/, `?q=` a part of a name."""
    words = request.GET.get("q", "").strip()
    context = {"words": words, "hits": search(words, HITS), "longest": LONGEST}
    return render(request, "finding/search.html", context)
