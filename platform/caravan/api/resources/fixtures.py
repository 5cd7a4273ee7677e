"""Fixtures: who meets whom; how it ended once that is open."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers

from caravan.api.fields import Slug
from caravan.api.queries import OfGame, Since, ordering
from caravan.api.views import Many, One
from tournaments import models
from tournaments.finding import LISTED
from tournaments.selectors.fixtures import fixtures, touched_since

State, Kind = models.Fixture.State, models.Fixture.Kind
RESULTS = ("fixture_points", "rank", "mu_before", "sigma_before", "mu_after", "sigma_after")
"""Of a placing: what is told once its fixture is open."""


class PlacingRow(serializers.Serializer):
    """A competitor; its results are null until the fixture is open, ratings until its round is settled."""

    bot = serializers.CharField(source="version.bot.name")
    version = serializers.IntegerField(source="version.number")
    entry = serializers.IntegerField(source="entry.number", default=None, allow_null=True)
    fixture_points = serializers.FloatField(allow_null=True)
    rank = serializers.IntegerField(allow_null=True)
    mu_before = serializers.FloatField(allow_null=True)
    sigma_before = serializers.FloatField(allow_null=True)
    mu_after = serializers.FloatField(allow_null=True)
    sigma_after = serializers.FloatField(allow_null=True)


class FixtureRow(serializers.Serializer):
    """A fixture; `open`: its matches are there for everybody."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(Kind.choices)
    number = serializers.CharField()
    state = serializers.ChoiceField(State.choices)
    open = serializers.BooleanField()
    game = serializers.CharField()
    seats = serializers.IntegerField()
    deals = serializers.IntegerField()
    league = serializers.CharField(source="round.division.season.league.slug", default=None, allow_null=True)
    season = serializers.IntegerField(source="round.division.season.number", default=None, allow_null=True)
    division = serializers.IntegerField(source="round.division.tier", default=None, allow_null=True)
    round = serializers.IntegerField(source="round.number", default=None, allow_null=True)
    created = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(help_text="Why it is void.")
    placings = PlacingRow(many=True)
    matches = serializers.SerializerMethodField(help_text="Their ids, in the order of play.")

    def get_matches(self, fixture: models.Fixture) -> list[int]:
        """As they are played: all deals of a rotation, then the next."""
        return [match.pk for match in fixture.matches.all()]

    def to_representation(self, fixture: models.Fixture) -> dict[str, Any]:
        """Placings in the order of the draw, without results before it is open."""
        told: dict[str, Any] = super().to_representation(fixture)
        if not fixture.open:
            told["placings"] = [placing | dict.fromkeys(RESULTS) for placing in told["placings"]]
        return told


def rows() -> QuerySet[models.Fixture]:
    """Fixtures with all that is told of them."""
    played = models.Match.objects.only("fixture").order_by("rotation", "deal")
    return fixtures().prefetch_related(Prefetch("matches", played))


class FixtureQuery(Since, OfGame):
    """Which fixtures."""

    league = Slug(required=False, help_text="The slug of a league.")
    season = serializers.IntegerField(required=False, min_value=1, max_value=2**31 - 1)
    bot = Slug(required=False, help_text="The name of a bot that was drawn for it.")
    kind = serializers.ChoiceField([(kind.value, kind.label) for kind in LISTED], required=False)
    state = serializers.ChoiceField(State.choices, required=False)
    ordering = ordering("id")


PATHS = {
    "league": "round__division__season__league__slug",
    "season": "round__division__season__number",
    "game": "game",
    "kind": "kind",
    "state": "state",
}


class Fixtures(Many):
    """Fixtures, the newest first: rated ones, challenges and trials."""

    serializer_class = FixtureRow
    query = FixtureQuery

    def get_queryset(self) -> QuerySet[models.Fixture]:
        """As asked."""
        asked = self.asked()
        found = rows().filter(**{PATHS[name]: value for name, value in asked.items() if name in PATHS})
        if "bot" in asked:
            drawn = models.Placing.objects.filter(bot__name=asked["bot"])
            found = found.filter(pk__in=drawn.values("fixture"))
        since = touched_since(asked["updated_since"]) if "updated_since" in asked else Q()
        return found.filter(since, kind__in=LISTED)


class Fixture(One):
    """A fixture."""

    serializer_class = FixtureRow

    def get_object(self) -> models.Fixture:
        """By its number on the site."""
        return get_object_or_404(rows(), pk=self.kwargs["pk"])
