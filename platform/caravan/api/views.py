"""What every resource is made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from caravan import access
from caravan.openapi import DOCUMENT
from tournaments.models import User
from tournaments.services.tokens import Scope


@require_safe
def document(request: HttpRequest) -> HttpResponse:
    """GET /api/v1/openapi.yaml: what describes all of it."""
    return HttpResponse(DOCUMENT.read_bytes(), content_type="application/yaml")


class Reads:
    """Whoever may look at it on the site may read it; a token needs the scope."""

    scope: ClassVar[str] = Scope.READ.value


class Writes(Reads):
    """Members change there what they may change on the site; a token needs the scope for that."""

    request: Request
    writes: ClassVar[str] = Scope.SUBMIT.value

    @property
    def member(self) -> User:
        """Who asks, where somebody must."""
        return access.member_of(self.request.user)

    def said(self, form: type[serializers.Serializer]) -> dict[str, Any]:
        """What was sent, checked; ValidationError by field."""
        sent = form(data=self.request.data)
        sent.is_valid(raise_exception=True)
        return dict(sent.validated_data)


def made(row: serializers.Serializer, name: str, *where: Any) -> Response:
    """201 with what is new, and where it is from now on."""
    return Response(row.data, status=201, headers={"Location": reverse(name, args=where)})


class One(Reads, generics.RetrieveAPIView):
    """One row, or 404."""


class Many(Reads, generics.ListAPIView):
    """Rows by cursor. `query` says what may be asked, `ordering` how they come."""

    query: ClassVar[type[serializers.Serializer] | None] = None
    ordering: ClassVar[Sequence[str]] = ("-pk",)

    @classmethod
    def parameters(cls) -> list[Any]:
        """What may be asked, for the document."""
        return [cls.query] if cls.query else []

    def asked(self) -> dict[str, Any]:
        """What was asked for, checked; ValidationError by field."""
        if self.query is None:
            return {}
        form = self.query(data=self.request.query_params.dict())
        form.is_valid(raise_exception=True)
        return dict(form.validated_data)

    def get_ordering(self) -> Sequence[str]:
        """What was asked for first, then what tells equals apart."""
        first = self.asked().get("ordering")
        return [first, *self.ordering] if first else self.ordering


@extend_schema(exclude=True)
class Nothing(APIView):
    """Every other address."""

    scope: ClassVar[str] = Scope.READ.value

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """Whatever kind of answer is asked for, it is not there."""
        return super().perform_content_negotiation(request, force=True)

    def http_method_not_allowed(self, request: Request, *_: Any, **__: Any) -> Response:
        """Whatever is to be done there, it is not there."""
        raise NotFound("There is no such address.")
