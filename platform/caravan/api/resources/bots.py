"""Bots: which there are, and new ones."""

from __future__ import annotations

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from caravan.api.fields import Text
from caravan.api.queries import OfGame, ordering
from caravan.api.views import Many, One, Writes, made
from tournaments import models
from tournaments.selectors.bots import bots
from tournaments.services import bots as service


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


class BotQuery(OfGame):
    """Which bots; of a game: those that compete in it."""

    owner = serializers.CharField(required=False, max_length=150, help_text="A username.")
    ordering = ordering("name", "created")


class NewBot(serializers.Serializer):
    """What a bot is called for as long as it is there."""

    name = Text(max_length=40, validators=[service.NAME], help_text=str(service.NAME.message))

    def validate_name(self, name: str) -> str:
        """No name that a page has."""
        if name in service.RESERVED:
            raise serializers.ValidationError("This name is taken.")
        return name


class Bots(Writes, Many):
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

    @extend_schema(request=NewBot, responses={201: BotRow})
    def post(self, request: Request) -> Response:
        """A new bot of yours, without versions; 409 where the name is taken."""
        name = self.said(NewBot)["name"]
        service.create(owner=self.member, name=name)
        return made(self.get_serializer(bots().get(name=name)), "api-bot", name)


class Bot(One):
    """A bot."""

    serializer_class = BotRow

    def get_object(self) -> models.Bot:
        """By its name."""
        return get_object_or_404(bots(), name=self.kwargs["name"])
