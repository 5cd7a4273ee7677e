"""What organisers have done, and do: nothing without a word that it is meant."""

from __future__ import annotations

from typing import Any

from django.db.models import Model, QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from caravan import access
from caravan.api.errors import Conflict
from caravan.api.fields import Flag, Number, Text
from caravan.api.resources.deeds import TO_LEAGUE, TO_SEASON, Kind, OnDesk
from caravan.api.views import Many
from tournaments import models
from tournaments.deeds import Asked, Deed, Outcome

FIELDS = {
    name: str(field.help_text)
    for kind in (*TO_LEAGUE, *TO_SEASON)
    for deed in kind.deeds
    for name, field in deed.form.base_fields.items()
}
"""What is sent with one deed or another."""


class ActionRow(serializers.Serializer):
    """A line of the list of actions; `by` nobody: the clock."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.CharField(source="by.shown", default=None, allow_null=True)
    verb = serializers.CharField()
    subject = serializers.CharField()
    season = serializers.IntegerField(source="season.number", default=None, allow_null=True)
    reason = serializers.CharField()
    details = serializers.DictField()


class Doing(serializers.Serializer):
    """A deed, to which row, with its fields as `deeds/` names them; without `confirm` it is foretold only."""

    deed = Text(max_length=60)
    confirm = Flag(default=False)
    seen = Text(
        default="",
        allow_blank=True,
        max_length=64,
        help_text="Of a preview: done only if that still is so.",
    )
    division = Number(default=1)
    round = Number(required=False)
    entry = Number(required=False)
    fixture = Number(required=False)

    def get_fields(self) -> dict[str, Any]:
        """With those of all deeds."""
        more = {name: Text(required=False, allow_blank=True, help_text=told) for name, told in FIELDS.items()}
        return {**super().get_fields(), **more}


class DoneRow(serializers.Serializer):
    """What a deed does, or would do: its lines, as they stand in the list of actions."""

    deed = serializers.CharField()
    row = serializers.CharField()
    done = serializers.BooleanField()
    lines = serializers.ListField(child=serializers.CharField())
    seen = serializers.CharField()
    season = serializers.IntegerField(allow_null=True, help_text="The number of a season that it made.")


class Actions(OnDesk, Many):
    """What was done to a league and its seasons, the newest first."""

    serializer_class = ActionRow

    def get_queryset(self) -> QuerySet[models.Action]:
        """Of a season, what was done to that."""
        name = "season" if "number" in self.kwargs else "league"
        return models.Action.objects.filter(**{name: self.place}).select_related("by", "season")

    @extend_schema(request=Doing, responses={200: DoneRow, 201: DoneRow})
    def post(self, request: Request, **_: Any) -> Response:
        """Says what a deed would do (200), with `confirm` does it (201); 409 says why it cannot be done."""
        said, place = self.said(Doing), self.place
        kind, deed = self._named(said["deed"])
        row = self._row(kind, deed, place, said)
        access.permit(self.member, self.league, row)
        sent = {name: said[name] for name in (*FIELDS, "seen") if name in said}
        asked = deed.asked([row], self.member, sent)
        if not asked.form.is_valid():
            raise ValidationError(dict(asked.form.errors))
        if not said["confirm"]:
            return self._told(deed, asked, asked.outcomes[0], 200)
        if said["seen"] not in ("", asked.seen):
            raise Conflict("By now it would do something else than what was foretold.")
        return self._told(deed, asked, deed.done(row, self.member, asked), 201)

    def _named(self, slug: str) -> tuple[Kind, Deed]:
        """ValidationError for a deed that there is not."""
        for kind in self.kinds:
            for deed in kind.deeds:
                if deed.slug == slug:
                    return kind, deed
        raise ValidationError({"deed": "There is none of that name here: 'deeds/' has those that there are."})

    def _row(self, kind: Kind, deed: Deed, place: Any, said: dict[str, Any]) -> Model:
        """ValidationError where it is not said to which."""
        if missing := [name for name in kind.names if name not in said]:
            why = ErrorDetail("It has to be said to which.", code="required")
            raise ValidationError(dict.fromkeys(missing, why))
        return kind.find(place, said, deed)

    def _told(self, deed: Deed, asked: Asked, outcome: Outcome, status: int) -> Response:
        """Conflict where it cannot be done."""
        if outcome.refusal:
            raise Conflict(outcome.refusal)
        row = DoneRow(
            {
                "deed": deed.slug,
                "row": outcome.row,
                "done": status == 201,
                "lines": outcome.lines,
                "seen": asked.seen,
                "season": outcome.made.number if outcome.made else None,
            }
        )
        return Response(row.data, status=status)
