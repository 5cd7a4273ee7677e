"""Leagues that have a season which everybody may see."""

from __future__ import annotations

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers

from caravan.api.queries import OfGame
from caravan.api.views import Many, One
from tournaments import models
from tournaments.selectors.seasons import leagues_shown


class LeagueRow(serializers.Serializer):
    """A league; what its seasons are made of."""

    slug = serializers.CharField()
    title = serializers.CharField()
    game = serializers.CharField()
    seats = serializers.IntegerField()
    deals = serializers.IntegerField()
    rules = serializers.DictField()
    clocks = serializers.DictField()
    bots_per_user = serializers.IntegerField()


class Leagues(Many):
    """Leagues by slug."""

    serializer_class = LeagueRow
    query = OfGame
    ordering = ("slug",)

    def get_queryset(self) -> QuerySet[models.League]:
        """Those with a season that is no draft."""
        return leagues_shown().filter(**self.asked())


class League(One):
    """A league."""

    serializer_class = LeagueRow

    def get_object(self) -> models.League:
        """By its slug."""
        return get_object_or_404(leagues_shown(), slug=self.kwargs["slug"])
