"""What is raised becomes a problem, by field where it is in what was sent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from bots.errors import UploadError
from caravan.problems import MEDIA_TYPE, problem
from tournaments.errors import AddressError, KeyUsedError, LimitError, NameTakenError, TournamentsError


class Conflict(exceptions.APIException):
    """As things are, it cannot be done; by field where that is in what was sent."""

    status_code = 409


class KeyUsed(exceptions.APIException):
    """A key that has been used for something else."""

    status_code = 422


class Forbidden(exceptions.PermissionDenied):
    """Whoever asks may not do this; `remedy` is what helps them."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(reason)
        self.remedy = remedy


class TooMany(exceptions.APIException):
    """One too many; `wait` seconds from now it may be done."""

    status_code = 429

    def __init__(self, reason: str, wait: float) -> None:
        super().__init__(reason)
        self.wait = wait


class ProblemRenderer(JSONRenderer):
    """JSON under the name that errors have."""

    media_type = MEDIA_TYPE
    format = "problem"


def answer(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """A problem for what a view raised; None for errors of ours."""
    raised = _known(error)
    if raised is None:
        return None
    response = Response(_problem(raised), status=raised.status_code, headers=_headers(raised))
    context["request"].accepted_renderer = ProblemRenderer()
    context["request"].accepted_media_type = ProblemRenderer.media_type
    return response


def _known(error: Exception) -> exceptions.APIException | None:
    """In the terms of the framework."""
    if isinstance(error, Http404):
        return exceptions.NotFound(str(error) or None)
    if isinstance(error, PermissionDenied):
        return exceptions.PermissionDenied(str(error) or None)
    if isinstance(error, UploadError):
        return exceptions.ValidationError({"file": str(error)}, code="upload")
    if isinstance(error, TournamentsError):
        return _refused(error)
    return error if isinstance(error, exceptions.APIException) else None


def _refused(error: TournamentsError) -> exceptions.APIException:
    """By what kind of refusal it is."""
    if isinstance(error, LimitError):
        return TooMany(str(error), error.seconds)
    if isinstance(error, KeyUsedError):
        return KeyUsed({"Idempotency-Key": str(error)})
    if isinstance(error, AddressError):
        return exceptions.ValidationError({"url": str(error)})
    return Conflict({"name": str(error)} if isinstance(error, NameTakenError) else str(error))


def _problem(error: exceptions.APIException) -> dict[str, Any]:
    """By field where what was told is."""
    told = error.detail
    if isinstance(told, Mapping | list):
        return problem(error.status_code, "What was sent cannot be used as it is.", list(_errors(told)))
    return problem(error.status_code, str(told), remedy=getattr(error, "remedy", ""))


def _errors(told: Any, name: str = "") -> Iterator[dict[str, str]]:
    """Everything that is wrong, each with the path to its field."""
    if isinstance(told, Mapping):
        for key, value in told.items():
            yield from _errors(value, f"{name}.{key}" if name else str(key))
    elif isinstance(told, list):
        for value in told:
            yield from _errors(value, name)
    else:
        yield {"field": name, "detail": str(told), "remedy": _remedy(told, name)}


def _remedy(told: Any, name: str) -> str:
    """What to do about one field, or about all of it."""
    code = getattr(told, "code", "")
    if code == "upload":
        return "Change that in what you upload, and send it again; 'caravan check' says the same at home."
    if code == "required":
        return f"Send {name!r} too."
    if code in ("blank", "null", "empty"):
        return f"Send something as {name!r}."
    return f"Change {name!r}, or leave it out where it is optional." if name else "Change what you send."


def _headers(error: exceptions.APIException) -> dict[str, str]:
    """What a client can act upon."""
    headers = {}
    if asked := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = asked
    if (wait := getattr(error, "wait", None)) is not None:
        headers["Retry-After"] = str(ceil(wait))
    return headers
