"""Bots and their versions; what is inside of these is for who may look there on the site."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from caravan.api.queries import OfGame, ordering
from caravan.api.views import Many, One
from caravan.web import access
from tournaments import models
from tournaments.selectors.bots import bots
from tournaments.selectors.versions import versions_of


class ActiveRow(serializers.Serializer):
    """Which version competes in a game."""

    game = serializers.CharField()
    version = serializers.IntegerField(source="version.number")


class BotRow(serializers.Serializer):
    """A bot; without an owner it ships with Caravan."""

    name = serializers.CharField()
    owner = serializers.CharField(source="owner.shown", default=None, allow_null=True)
    created = serializers.DateTimeField()
    active = ActiveRow(many=True, source="activations")


class InsideRow(serializers.Serializer):
    """What the owner of a version reads of it."""

    language = serializers.CharField()
    entry = serializers.CharField()
    games = serializers.ListField(child=serializers.CharField())
    note = serializers.CharField()
    reason = serializers.CharField(help_text="Why it was refused, or in which games.")
    digest = serializers.CharField()


class VersionRow(serializers.Serializer):
    """A version; `inside` for its owner and staff."""

    bot = serializers.CharField(source="bot.name")
    number = serializers.IntegerField()
    state = serializers.ChoiceField(models.Version.State.choices)
    created = serializers.DateTimeField()
    inside = serializers.SerializerMethodField()

    @extend_schema_field(InsideRow(allow_null=True))
    def get_inside(self, version: models.Version) -> dict[str, Any] | None:
        """None for all others."""
        if not access.sees_inside(self.context["request"].user, version.bot):
            return None
        return dict(InsideRow(version).data)


class BotQuery(OfGame):
    """Which bots; of a game: those that compete in it."""

    owner = serializers.CharField(required=False, max_length=150, help_text="A username.")
    ordering = ordering("name", "created")


class Bots(Many):
    """Bots by name."""

    serializer_class = BotRow
    query = BotQuery
    ordering = ("name",)

    def get_queryset(self) -> QuerySet[models.Bot]:
        """As asked."""
        asked, found = self.asked(), bots()
        if "game" in asked:
            found = found.filter(activations__game=asked["game"])
        return found.filter(owner__username=asked["owner"]) if "owner" in asked else found


class Bot(One):
    """A bot."""

    serializer_class = BotRow

    def get_object(self) -> models.Bot:
        """By its name."""
        return get_object_or_404(bots(), name=self.kwargs["name"])


class Versions(Many):
    """The versions of a bot, the newest first."""

    serializer_class = VersionRow
    ordering = ("-number",)

    def get_queryset(self) -> QuerySet[models.Version]:
        """By the name of the bot."""
        bot = get_object_or_404(bots(), name=self.kwargs["name"])
        return versions_of(bot).select_related("bot__owner")


class Version(One):
    """A version of a bot."""

    serializer_class = VersionRow

    def get_object(self) -> models.Version:
        """By the name of the bot and its number."""
        rows = models.Version.objects.select_related("bot__owner")
        return get_object_or_404(rows, bot__name=self.kwargs["name"], number=self.kwargs["number"])
