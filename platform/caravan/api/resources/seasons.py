"""Seasons that are no drafts, and who is in them."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from caravan import access
from caravan.api.fields import Slug
from caravan.api.queries import OfGame
from caravan.api.views import Many, One
from tournaments import models
from tournaments.selectors.seasons import seasons

State = models.Season.State
ANNOUNCED = [choice for choice in State.choices if choice[0] != State.DRAFT]


class DivisionRow(serializers.Serializer):
    """A tier of a season."""

    tier = serializers.IntegerField()
    name = serializers.CharField()
    size = serializers.IntegerField(allow_null=True)
    stage = serializers.IntegerField()
    rounds_drawn = serializers.IntegerField(source="drawn")
    rounds_settled = serializers.IntegerField(source="settled")


class SeasonRow(serializers.Serializer):
    """A season; its secret once it is closed."""

    league = serializers.CharField(source="league.slug")
    number = serializers.IntegerField()
    title = serializers.CharField()
    game = serializers.CharField()
    state = serializers.ChoiceField(ANNOUNCED)
    paused = serializers.BooleanField()
    seats = serializers.IntegerField()
    deals = serializers.IntegerField()
    rules = serializers.DictField()
    clocks = serializers.DictField()
    stages = serializers.ListField(child=serializers.DictField())
    registers = serializers.DateTimeField(allow_null=True)
    opens = serializers.DateTimeField(allow_null=True)
    pins = serializers.DateTimeField(allow_null=True)
    ends = serializers.DateTimeField(allow_null=True)
    late_entries = serializers.BooleanField()
    commitment = serializers.CharField()
    secret = serializers.SerializerMethodField()
    divisions = DivisionRow(many=True)

    def get_secret(self, season: models.Season) -> str | None:
        """What every deal followed from."""
        return season.secret if season.state == State.CLOSED else None


class SeasonQuery(OfGame):
    """Which seasons."""

    league = Slug(required=False, help_text="The slug of a league.")
    state = serializers.ChoiceField(ANNOUNCED, required=False)

    def validate(self, asked: dict[str, Any]) -> dict[str, Any]:
        """As conditions on a season."""
        paths = {"game": "league__game", "league": "league__slug"}
        return {paths.get(name, name): value for name, value in asked.items()}


class Seasons(Many):
    """Seasons, the newest first."""

    serializer_class = SeasonRow
    query = SeasonQuery

    def get_queryset(self) -> QuerySet[models.Season]:
        """Those that everybody may see."""
        return seasons().filter(**self.asked()).prefetch_related("divisions")


class Season(One):
    """A season."""

    serializer_class = SeasonRow

    def get_object(self) -> models.Season:
        """By its league and number."""
        return access.season(self.kwargs["slug"], self.kwargs["number"])
