"""Whether somebody wants to be told how a match ended before they have watched it."""

from __future__ import annotations

from django.http import HttpRequest


def revealed(request: HttpRequest) -> bool:
    """`?spoilers=1` tells once, the cookie that the viewer sets tells always; unasked nobody is told."""
    return request.GET.get("spoilers", request.COOKIES.get("spoilers")) == "1"
