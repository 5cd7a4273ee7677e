"""What watching costs on the wire: Brotli makes pages and data smaller by a quarter than gzip does."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps

import brotli
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

QUALITY = 5
"""Takes no longer than gzip does."""
_KNOWS = re.compile(r"\bbr\b")

View = Callable[..., HttpResponse]


def dense(view: View) -> View:
    """Answer with Brotli where the browser knows it; the others get gzip, as of every view.

    Only for what holds nothing secret: the length of what is compressed would tell of it.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        response = view(request, *args, **named)
        patch_vary_headers(response, ("Accept-Encoding",))
        if response.status_code == 200 and _KNOWS.search(request.headers.get("Accept-Encoding", "")):
            _compress(response)
        return response

    return answer


def _compress(response: HttpResponse) -> None:
    response.content = brotli.compress(response.content, quality=QUALITY)
    response.headers["Content-Encoding"] = "br"
    if response.headers.get("ETag", "").startswith('"'):  # the same, but not byte by byte
        response.headers["ETag"] = f"W/{response.headers['ETag']}"
