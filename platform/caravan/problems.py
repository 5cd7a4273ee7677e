"""What is wrong, as RFC 9457 has it: a sentence, and by field what is wrong with it and what helps."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, JsonResponse

PREFIX = "/api/v1/"
MEDIA_TYPE = "application/problem+json"
REMEDIES = {
    400: "Correct the fields that are named; the document of the API lists what each may be.",
    401: "Make a token under Settings, Tokens, and send it as 'Authorization: Bearer crv_…'.",
    403: "Do it to what is yours, or as somebody who may do it on the site.",
    404: "Look for it in the list that it belongs to; what is not open yet is not there yet.",
    405: "See the Allow header for the methods that there are.",
    406: "Ask for application/json.",
    409: "Look at how it is by now; what was asked for cannot be done as long as it is like that.",
    415: "Send application/json; a file as multipart/form-data.",
    422: "Send another key with another upload, or the same upload as before.",
    429: "Come back after the seconds in the Retry-After header.",
    500: "It is our fault, and written down. Try again in a while.",
    503: "Come back after the seconds in the Retry-After header.",
}


SCOPE = "Use a token with that scope."
"""What helps where a token is not good for what is asked."""


def problem(
    status: int, detail: str, errors: Sequence[dict[str, str]] = (), remedy: str = ""
) -> dict[str, Any]:
    """All of it; without a remedy the usual one."""
    return {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "remedy": remedy or REMEDIES.get(status, "Try again in a while."),
        "errors": list(errors),
    }


def wanted(request: HttpRequest) -> bool:
    """Whether a program asks, which has no use for a page."""
    return request.path.startswith(PREFIX)


def answer(status: int, detail: str = "") -> JsonResponse:
    """For what goes wrong where no view has a say."""
    said = problem(status, detail or HTTPStatus(status).description)
    return JsonResponse(said, status=status, content_type=MEDIA_TYPE)
