"""Errors outside of any view: in most, neither who is there nor the database can be asked any more."""

from __future__ import annotations

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template
from django.views.defaults import permission_denied

from caravan import problems
from caravan.web import appearance

AGAIN = 30
"""Seconds after which to come back when the database is away."""


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: what was sent is too large, or not what a browser sends."""
    return _bare(request, "400.html", 400)


def broken(request: HttpRequest) -> HttpResponse:
    """500: an error of ours; 503 where it is that the database is away or overloaded."""
    if not isinstance(sys.exception(), InterfaceError | OperationalError):
        return _bare(request, "500.html", 500)
    answer = _bare(request, "503.html", 503, "The database cannot be reached just now.")
    answer.headers["Retry-After"] = str(AGAIN)
    return answer


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403: what somebody may not do, with the reason."""
    if problems.wanted(request):
        return problems.answer(403, str(exception))
    return permission_denied(request, exception)


def _bare(request: HttpRequest, name: str, status: int, detail: str = "") -> HttpResponse:
    if problems.wanted(request):
        return problems.answer(status, detail)
    page = get_template(name).render({"look": appearance.attributes(request)})
    return HttpResponse(page, status=status)
