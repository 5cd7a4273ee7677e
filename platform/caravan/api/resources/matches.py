"""Matches of open fixtures, and their records."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.views import APIView

from caravan import access
from caravan.api.queries import Since, ordering
from caravan.api.views import Many, One, Reads
from caravan.filters import MatchFilter
from tournaments import finding, models
from tournaments.selectors.fixtures import touched_since

FOR_EVER = "public, max-age=31536000, immutable"


class SeatRow(serializers.Serializer):
    """Who sat there, and how that went; `fault`: why the autopilot took over."""

    seat = serializers.IntegerField()
    bot = serializers.CharField(source="version.bot.name")
    version = serializers.IntegerField(source="version.number")
    points = serializers.IntegerField(allow_null=True)
    rank = serializers.IntegerField(allow_null=True)
    fault = serializers.CharField()
    cpu = serializers.FloatField(allow_null=True, help_text="Seconds.")


class MatchRow(serializers.Serializer):
    """A match; `digest` is that of its record without clocks."""

    id = serializers.IntegerField()
    fixture = serializers.IntegerField(source="fixture_id")
    game = serializers.CharField(source="fixture.game")
    finished_at = serializers.DateTimeField(source="fixture.finished_at")
    deal = serializers.IntegerField()
    rotation = serializers.IntegerField()
    seed = serializers.CharField()
    digest = serializers.CharField()
    moves = serializers.IntegerField()
    seats = SeatRow(many=True, source="seatings")


class MatchQuery(Since):
    """Beside what the list on the site may be asked."""

    fixture = serializers.IntegerField(required=False, min_value=1, max_value=finding.NEWEST)
    ordering = ordering("id")


def _parameter(name: str, field: forms.Field) -> OpenApiParameter:
    """A field of the site's own list, with what there is to choose from."""
    choices: Any = getattr(field, "choices", ())
    listed = not isinstance(field, forms.ModelChoiceField) and [value for value, _ in choices]
    return OpenApiParameter(name, str, description=str(field.label), enum=listed or None)


class Matches(Many):
    """Matches that are open, the newest first; trials only of a bot or fixture that is named."""

    serializer_class = MatchRow
    query = MatchQuery

    @classmethod
    def parameters(cls) -> list[Any]:
        """With the fields of the site's own list."""
        return [MatchQuery, *(_parameter(name, field) for name, field in MatchFilter().fields.items())]

    def get_queryset(self) -> QuerySet[models.Match]:
        """As asked."""
        form, asked = MatchFilter(self.request.query_params), self.asked()
        if not form.is_valid():
            raise ValidationError(dict(form.errors))
        since = touched_since(asked["updated_since"], "fixture__") if "updated_since" in asked else Q()
        return finding.matches(form.wanted(), asked.get("fixture")).filter(since)


class Match(One):
    """A match that is open."""

    serializer_class = MatchRow

    def get_object(self) -> models.Match:
        """By its number on the site."""
        return access.open_match(self.kwargs["pk"])


class MatchRecord(Reads, APIView):
    """The record of a match that is open: every move, from which all of it follows. It never changes."""

    @extend_schema(responses=OpenApiTypes.OBJECT, operation_id="matches_record_retrieve")
    def get(self, request: Request, pk: int) -> HttpResponse | None:
        """304 for who has it."""
        match = access.open_match(pk)
        tag = f'"{match.digest}"'
        headers = {"ETag": tag, "Cache-Control": FOR_EVER}
        answer = HttpResponse(match.record, content_type="application/json", headers=headers)
        return get_conditional_response(request, etag=tag, response=answer)
