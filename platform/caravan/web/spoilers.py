"""Whether somebody wants to be told how matches ended before they have watched them."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

NAME = "spoilers"
"""Of the cookie, which the viewer sets too, and of the query."""


def revealed(request: HttpRequest) -> bool:
    """`?spoilers=1` tells once, the cookie tells always; unasked nobody is told."""
    return request.GET.get(NAME, request.COOKIES.get(NAME)) == "1"


def unasked(request: HttpRequest) -> str:
    """The address of a page to come back to, without what tells once."""
    query = request.GET.copy()
    query.pop(NAME, None)
    return f"{request.path}?{query.urlencode()}" if query else request.path


def told(request: HttpRequest) -> dict[str, object]:
    """For every template: `revealed`, found out where a page has a result to hide."""
    return {"revealed": SimpleLazyObject(lambda: revealed(request))}
