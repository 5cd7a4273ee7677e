"""The tables of a season."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from caravan import access
from caravan.api.views import One
from caravan.standings import exports, tables
from tournaments import models


class LineRow(serializers.Serializer):
    """An entry in a table; `ranks`: how often it came first, second …"""

    rank = serializers.IntegerField(allow_null=True)
    climbed = serializers.IntegerField(allow_null=True)
    bot = serializers.CharField()
    version = serializers.IntegerField()
    owner = serializers.CharField(allow_null=True)
    score = serializers.FloatField()
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    fixtures = serializers.IntegerField()
    ranks = serializers.ListField(child=serializers.IntegerField())
    faults = serializers.IntegerField()
    state = serializers.ChoiceField(models.Entry.State.choices)
    medal = serializers.ChoiceField(models.Entry.Medal.choices, allow_null=True)
    last_fixture = serializers.IntegerField(allow_null=True)


class TableRow(serializers.Serializer):
    """A division; neighbours in a group cannot be told apart yet."""

    division = serializers.CharField()
    after_round = serializers.IntegerField()
    standings = LineRow(many=True)
    groups = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))


class StandingsRow(serializers.Serializer):
    """All divisions of a season, the highest first."""

    league = serializers.CharField()
    season = serializers.IntegerField()
    state = serializers.CharField()
    divisions = TableRow(many=True)


class Standings(One):
    """The tables of a season after the last settled rounds."""

    serializer_class = StandingsRow

    def get_object(self) -> dict[str, Any]:
        """As the site exports them."""
        season = access.season(self.kwargs["slug"], self.kwargs["number"])
        return exports.document(season, tables.of_season(season))
