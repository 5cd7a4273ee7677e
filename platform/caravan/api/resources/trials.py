"""Trials of a version: what it has to play without a fault before it may compete."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from caravan import access
from caravan.api.resources.versions import BegunRow
from caravan.api.views import Many
from tournaments import models


class FaultRow(serializers.Serializer):
    """Why the version was taken over in a match; `reason` for its owner and staff, with what `logs/` has."""

    match = serializers.IntegerField(source="match_id")
    seat = serializers.IntegerField()
    fault = serializers.CharField()
    reason = serializers.SerializerMethodField()

    def get_reason(self, seating: models.Seating) -> str | None:
        """None for all others."""
        inside = access.sees_inside(self.context["request"].user, self.context["view"].tried.bot)
        return seating.fault_reason if inside else None


class TrialRow(BegunRow):
    """A trial; `passed` is null until it is finished, and if it is void: then it is played again."""

    created = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    passed = serializers.SerializerMethodField()
    faults = serializers.SerializerMethodField()

    def get_passed(self, trial: models.Fixture) -> bool | None:
        """Whether it is over without a fault."""
        return not self._faults(trial) if trial.open else None

    @extend_schema_field(FaultRow(many=True))
    def get_faults(self, trial: models.Fixture) -> list[dict[str, Any]]:
        """In the order of play."""
        return list(FaultRow(self._faults(trial), many=True, context=self.context).data)

    def _faults(self, trial: models.Fixture) -> list[models.Seating]:
        return [one for match in trial.matches.all() for one in match.seatings.all()] if trial.open else []


class Trials(Many):
    """The trials of a version, the newest first."""

    serializer_class = TrialRow

    @cached_property
    def tried(self) -> models.Version:
        """By the name of the bot and its number."""
        rows = models.Version.objects.select_related("bot__owner")
        return get_object_or_404(rows, bot__name=self.kwargs["name"], number=self.kwargs["number"])

    def get_queryset(self) -> QuerySet[models.Fixture]:
        """With the matches in which it failed."""
        faults = models.Seating.objects.filter(version=self.tried).exclude(fault="").order_by("seat")
        matches = models.Match.objects.defer("record").order_by("rotation", "deal")
        return self.tried.trials.prefetch_related(
            Prefetch("matches", matches.prefetch_related(Prefetch("seatings", faults)))
        )
