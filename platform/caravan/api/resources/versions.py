"""Versions of a bot, and new ones; what is inside of them is for who may look there on the site."""

from __future__ import annotations

import re
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from bots.upload.archive import MAX_PACKED
from caravan import access
from caravan.api.errors import Forbidden
from caravan.api.views import Many, One, Writes, made
from referee.games import GAMES
from tournaments import models
from tournaments.selectors.bots import bots
from tournaments.selectors.versions import versions_of
from tournaments.services import submissions, versions

WORD = re.compile(rf"[!-~]{{1,{submissions.LONGEST}}}")
KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": f"^{WORD.pattern}$"},
    OpenApiParameter.HEADER,
    description="A word of yours for this upload: sent again with the same, it makes no second version.",
)


class InsideRow(serializers.Serializer):
    """What the owner of a version reads of it."""

    language = serializers.CharField()
    entry = serializers.CharField()
    games = serializers.ListField(child=serializers.CharField())
    note = serializers.CharField()
    reason = serializers.CharField(help_text="Why it was refused, or in which games.")
    digest = serializers.CharField()


class BegunRow(serializers.Serializer):
    """A trial of a version; `fixture` is its number on the site."""

    fixture = serializers.IntegerField(source="pk")
    game = serializers.CharField()
    state = serializers.ChoiceField(models.Fixture.State.choices)


class VersionRow(serializers.Serializer):
    """A version with its trials, the newest first; `inside` for its owner and staff."""

    bot = serializers.CharField(source="bot.name")
    number = serializers.IntegerField()
    state = serializers.ChoiceField(models.Version.State.choices)
    created = serializers.DateTimeField()
    trials = serializers.SerializerMethodField()
    inside = serializers.SerializerMethodField()

    @extend_schema_field(BegunRow(many=True))
    def get_trials(self, version: models.Version) -> list[dict[str, Any]]:
        """As far as they have come."""
        return list(BegunRow(version.trials.all(), many=True).data)

    @extend_schema_field(InsideRow(allow_null=True))
    def get_inside(self, version: models.Version) -> dict[str, Any] | None:
        """None for all others."""
        if not access.sees_inside(self.context["request"].user, version.bot):
            return None
        return dict(InsideRow(version).data)


@extend_schema_field({"type": "string", "format": "binary"})
class Binary(serializers.FileField):
    """A file that is sent."""


class Upload(serializers.Serializer):
    """A bot, and what is said with it."""

    file = Binary(allow_empty_file=True, help_text="A script, a static program, or a zip with a bot.toml.")
    game = serializers.ListField(
        child=serializers.ChoiceField(list(GAMES)),
        required=False,
        help_text="What a single file plays, once for each game; a zip says so itself.",
    )
    note = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=200,
        help_text="What is new; administrators see it too.",
    )
    activate = serializers.BooleanField(
        default=True, help_text="Whether it competes as soon as it has passed its trial."
    )


def bot(name: str) -> models.Bot:
    """By its name, or 404."""
    return get_object_or_404(bots(), name=name)


def of(bot: models.Bot) -> QuerySet[models.Version]:
    """The versions of a bot with what is told of them, the newest first."""
    return versions_of(bot).select_related("bot__owner")


class Versions(Writes, Many):
    """The versions of a bot, the newest first."""

    serializer_class = VersionRow
    parser_classes = (MultiPartParser,)
    ordering = ("-number",)

    def get_queryset(self) -> QuerySet[models.Version]:
        """By the name of the bot."""
        return of(bot(self.kwargs["name"]))

    @extend_schema(request=Upload, responses={201: VersionRow}, parameters=[KEY])
    def post(self, request: Request, name: str) -> Response:
        """A new version of your bot, which begins its trials; 422 for a key that another upload has."""
        competitor = bot(name)
        if not access.owns(request.user, competitor):
            raise Forbidden(
                "only its owner can submit a version",
                "Submit to a bot of your own; POST to bots/ makes one.",
            )
        new = self._submitted(competitor, self.said(Upload))
        row = of(competitor).get(pk=new.pk)
        return made(self.get_serializer(row), "api-version", name, row.number)

    def _submitted(self, bot: models.Bot, said: dict[str, Any]) -> models.Version:
        """As the service takes it; what was made under the same key before counts against no limit."""
        data = said["file"].read(MAX_PACKED + 1)
        more: dict[str, Any] = {
            "filename": said["file"].name,
            "games": list(dict.fromkeys(said.get("game", []))),
            "note": said.get("note", ""),
            "waits": not said["activate"],
        }
        key = self._key(data, bot=bot.pk, **more)
        return versions.submit(bot=bot, data=data, key=key, **more)

    def _key(self, data: bytes, **said: Any) -> submissions.Key | None:
        """What the header says, if there is one; ValidationError for what can be none."""
        word = self.request.headers.get("Idempotency-Key")
        if word is None:
            return None
        if not WORD.fullmatch(word):
            raise serializers.ValidationError(
                {"Idempotency-Key": f"One word of up to {submissions.LONGEST} visible ASCII characters."}
            )
        return submissions.key(self.member, word, data, **said)


class Version(One):
    """A version of a bot."""

    serializer_class = VersionRow

    def get_object(self) -> models.Version:
        """By the name of the bot and its number."""
        return get_object_or_404(of(bot(self.kwargs["name"])), number=self.kwargs["number"])
