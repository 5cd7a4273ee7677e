"""Entries of a season: their ratings over time, and how they did against each other."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from caravan import access
from caravan.api.fields import Slug
from caravan.api.views import Many, One, Writes, made
from tournaments import models
from tournaments.reports import entries, seasons
from tournaments.services import entries as service

ROUNDS = 500
"""So many are told of."""


class EntryRow(serializers.Serializer):
    """A bot in a season."""

    number = serializers.IntegerField()
    bot = serializers.CharField(source="bot.name")
    version = serializers.IntegerField(source="version.number")
    division = serializers.IntegerField(source="division.tier")
    house = serializers.BooleanField()
    state = serializers.ChoiceField(models.Entry.State.choices)
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    score = serializers.FloatField()
    fixtures = serializers.IntegerField()
    faults = serializers.IntegerField()
    final_rank = serializers.IntegerField(allow_null=True)


class RatingRow(serializers.Serializer):
    """A rating after a round; that before its first round is the one with which it began."""

    round = serializers.IntegerField()
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    version = serializers.IntegerField()


class RatingsRow(serializers.Serializer):
    """How an entry was rated."""

    bot = serializers.CharField()
    entry = serializers.IntegerField()
    ratings = RatingRow(many=True)


class MeetingRow(serializers.Serializer):
    """Two bots at the same tables: of how many of them the one was ahead, with bounds of 95 %."""

    one = serializers.CharField()
    other = serializers.CharField()
    fixtures = serializers.IntegerField()
    share = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()


class HeadToHeadRow(serializers.Serializer):
    """All that met, in the newest so many fixtures."""

    fixtures = serializers.IntegerField()
    meetings = MeetingRow(many=True)


def rows(season: models.Season) -> QuerySet[models.Entry]:
    """The entries of a season."""
    found = models.Entry.objects.filter(division__season=season)
    return found.select_related("division", "bot", "version")


class NewEntry(serializers.Serializer):
    """Which bot of yours joins."""

    bot = Slug(max_length=40)


class Entries(Writes, Many):
    """The entries of a season in the order of joining."""

    serializer_class = EntryRow
    ordering = ("number",)

    def get_queryset(self) -> QuerySet[models.Entry]:
        """Of a season that everybody may see."""
        return rows(access.season(self.kwargs["slug"], self.kwargs["number"]))

    @extend_schema(request=NewEntry, responses={201: EntryRow})
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Your bot joins, and sits down in the next round that is drawn; 409 says why it cannot."""
        season = access.season(slug, number)
        bot = self.member.bots.filter(name=self.said(NewEntry)["bot"]).first()
        if bot is None:
            raise serializers.ValidationError({"bot": "You have no bot of that name."})
        entry = service.join(season=season, bot=bot)
        return made(self.get_serializer(entry), "api-entry", slug, number, entry.number)


class Entry(Writes, One):
    """A bot in a season."""

    serializer_class = EntryRow

    def get_object(self) -> models.Entry:
        """By its number."""
        season = access.season(self.kwargs["slug"], self.kwargs["number"])
        return get_object_or_404(rows(season).select_related("bot__owner"), number=self.kwargs["which"])

    @extend_schema(responses={204: None})
    def delete(self, request: Request, **_: Any) -> Response:
        """Your bot leaves; what is drawn is played out."""
        entry = self.get_object()
        if entry.house or not access.owns(request.user, entry.bot):
            raise PermissionDenied("only its owner can withdraw an entry")
        service.withdraw(entry=entry)
        return Response(status=204)


class Ratings(One):
    """The rating of an entry by rounds, oldest first; the newest 500."""

    serializer_class = RatingsRow

    def get_object(self) -> dict[str, Any]:
        """By its number."""
        season = access.season(self.kwargs["slug"], self.kwargs["number"])
        entry = get_object_or_404(rows(season), number=self.kwargs["which"])
        told = entries.begun(entry, entries.history(entry, ROUNDS), ROUNDS)
        names = ("round", "mu", "sigma", "version")
        ratings = [dict(zip(names, each, strict=True)) for each in told]
        return {"bot": entry.bot.name, "entry": entry.number, "ratings": ratings}


class HeadToHead(One):
    """Who was ahead of whom in a season."""

    serializer_class = HeadToHeadRow

    def get_object(self) -> dict[str, Any]:
        """From settled rounds."""
        season = access.season(self.kwargs["slug"], self.kwargs["number"])
        found, fixtures = seasons.meetings(season)
        names = dict(rows(season).values_list("pk", "bot__name"))
        told = [
            {
                "one": names[each.one],
                "other": names[each.other],
                "fixtures": each.fixtures,
                "share": each.share,
                "low": each.low,
                "high": each.high,
            }
            for each in found
        ]
        return {"fixtures": fixtures, "meetings": told}
