"""The API, for those who write programs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from caravan.web.manual import manual


def api(request: HttpRequest) -> HttpResponse:
    """GET /api/docs/"""
    return render(request, "api/manual.html", {"manual": manual()})
