"""The guides, for those who write bots, run seasons or Caravan itself."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from caravan.web import guides


def index(request: HttpRequest) -> HttpResponse:
    """GET /docs/"""
    return render(request, "guides/index.html", {"guides": guides.listed()})


def guide(request: HttpRequest, name: str) -> HttpResponse:
    """GET /docs/<name>/"""
    if name not in guides.names():
        raise Http404("no such guide")
    return render(request, "guides/guide.html", {"guide": guides.guide(name)})
