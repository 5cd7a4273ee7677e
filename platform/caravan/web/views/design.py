"""Every part of the site on one page, for whoever works on how it looks."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from caravan.web import samples


def design(request: HttpRequest) -> HttpResponse:
    """GET /design/: only with CARAVAN_DEBUG."""
    if not settings.DEBUG:
        raise Http404("only in debug")
    return render(request, "design/design.html", samples.everything())
