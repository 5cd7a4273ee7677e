"""What holds for every request: headers of the answer, and who may change anything."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from itertools import islice

from django.conf import settings
from django.core.exceptions import BadRequest, PermissionDenied
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import resolve

from caravan import problems
from caravan.web.views.errors import unreadable

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
EMBEDDED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
"""For what any page may show within itself."""
FILE = "default-src 'none'; frame-ancestors 'none'"
"""For what is no page: a style sheet, a script, a picture; where there is none, a page says so."""
WEIGHT = (
    *("Access-Control-Allow-Origin", "Last-Modified", "ETag"),
    *("Referrer-Policy", "Cross-Origin-Opener-Policy"),
)
"""What says nothing of a file that never changes, and would be a tenth of what a replay page weighs."""
PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"

PIECES = 64
"""Of a file, so many pieces of 4 kB are read at once."""

Answer = Callable[[HttpRequest], HttpResponse]


def files_beside_the_loop(get_response: Answer) -> Answer:
    """Read what is streamed in threads, where one loop serves everybody."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if isinstance(response, StreamingHttpResponse) and isinstance(request, ASGIRequest):
            response.streaming_content = _read(response.streaming_content)
        return response

    return answer


async def _read(pieces: Iterable[bytes]) -> AsyncIterator[bytes]:
    left = iter(pieces)
    while some := await asyncio.to_thread(list, islice(left, PIECES)):
        yield b"".join(some)


def security_headers(get_response: Answer) -> Answer:
    """Let pages load from this site only, and run no script or style that is written into them."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.path.startswith(settings.STATIC_URL) and response.status_code < 400:
            response.headers["Content-Security-Policy"] = FILE
            if "immutable" in response.headers.get("Cache-Control", ""):
                for name in WEIGHT:
                    del response.headers[name]
        else:
            response.headers.setdefault("Content-Security-Policy", POLICY)
            response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return answer


def no_null_characters(get_response: Answer) -> Answer:
    """Refuse an address or a form that holds one: a database may not know how to look for it.

    What programs send as JSON is refused field by field.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        held = "\0" in request.path or "%00" in request.META["QUERY_STRING"]
        if held or (not problems.wanted(request) and _typed(request)):
            return unreadable(request, BadRequest("null characters"))
        return get_response(request)

    return answer


def _typed(request: HttpRequest) -> bool:
    """Whether a form holds a null character."""
    return any("\0" in text for _, texts in request.POST.lists() for text in texts)


def banned_only_look(get_response: Answer) -> Answer:
    """Let somebody who is banned read everything, as they like it, sign out or leave, and change nothing."""
    theirs = ("account_logout", "appearance", "notifications-seen", "settings-delete", "unsubscribe")

    def answer(request: HttpRequest) -> HttpResponse:
        reads = request.method in ("GET", "HEAD", "OPTIONS")
        banned = not reads and request.user.is_authenticated and request.user.banned
        if banned and resolve(request.path).url_name not in theirs:
            raise PermissionDenied("you may look at everything and change nothing")
        return get_response(request)

    return answer
