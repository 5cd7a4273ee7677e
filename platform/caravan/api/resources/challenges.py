"""Challenges: two bots meet outside any season, unrated."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from caravan.api.fields import Slug
from caravan.api.resources import fixtures
from caravan.api.resources.fixtures import FixtureRow
from caravan.api.scopes import Known, Scoped
from caravan.api.views import Many, One, Writes, made
from referee.games import GAMES
from tournaments import models
from tournaments.selectors.bots import bots
from tournaments.selectors.challenging import leagues_to_meet_in
from tournaments.services import challenges


class ChallengeRow(FixtureRow):
    """A challenge: a fixture, by its number and its page on the site; `by` whom."""

    fixture = serializers.IntegerField(source="pk")
    url = serializers.SerializerMethodField()
    by = serializers.CharField(source="by.shown", default=None, allow_null=True)

    def get_url(self, fixture: models.Fixture) -> str:
        """Where one can watch it."""
        return str(self.context["request"].build_absolute_uri(reverse("fixture", args=[fixture.pk])))


class NewChallenge(serializers.Serializer):
    """Your bot, and whom it meets; by the rules of a league, the first that fits if none is named."""

    bots = serializers.ListField(child=Slug(max_length=40), min_length=2, max_length=2)
    game = serializers.ChoiceField(list(GAMES), required=False)
    league = Slug(required=False)

    def validate_bots(self, names: list[str]) -> list[str]:
        """Two bots, not one twice."""
        if len(set(names)) < len(names):
            raise serializers.ValidationError("The two have to differ: a bot does not meet itself.")
        return names


def rows() -> QuerySet[models.Fixture]:
    """All that there are."""
    return fixtures.rows().filter(kind=models.Fixture.Kind.CHALLENGE).select_related("by")


class Challenges(Writes, Many):
    """Challenges of yours, the newest first."""

    permission_classes = (Known, Scoped)
    serializer_class = ChallengeRow

    def get_queryset(self) -> QuerySet[models.Fixture]:
        """Whatever became of them."""
        return rows().filter(by=self.member)

    @extend_schema(request=NewChallenge, responses={201: ChallengeRow})
    def post(self, request: Request) -> Response:
        """Your bot meets another, each with the version that competes; house bots take the other chairs."""
        said = self.said(NewChallenge)
        own, other = self._meeting(said["bots"])
        league = self._league(own, other, said)
        fixture = challenges.duel(by=self.member, league=league, bots=[own, other])
        return made(self.get_serializer(rows().get(pk=fixture.pk)), "api-challenge", fixture.pk)

    def _meeting(self, names: list[str]) -> list[models.Bot]:
        """One's own bot first; ValidationError where one is missing."""
        found = {bot.name: bot for bot in bots().filter(name__in=names)}
        if missing := [name for name in names if name not in found]:
            raise serializers.ValidationError({"bots": f"There is no bot named {missing[0]}."})
        own, other = sorted((found[name] for name in names), key=lambda bot: bot.owner_id != self.member.pk)
        if own.owner_id != self.member.pk:
            raise serializers.ValidationError({"bots": "None of these is a bot of yours."})
        return [own, other]

    def _league(self, own: models.Bot, other: models.Bot, said: dict[str, Any]) -> models.League:
        """That which is named, else the first by title, as the site offers them."""
        fits = {path: said[name] for name, path in (("league", "slug"), ("game", "game")) if name in said}
        games = own.activations.values("game")
        league = leagues_to_meet_in(self.member, other).filter(game__in=games, **fits).first()
        if league is None:
            why = "There is no such league in whose game both compete, or one of them has to stand still."
            raise serializers.ValidationError({"league": why})
        return league


class Challenge(One):
    """A challenge."""

    serializer_class = ChallengeRow

    def get_object(self) -> models.Fixture:
        """By its number on the site."""
        return get_object_or_404(rows(), pk=self.kwargs["pk"])
