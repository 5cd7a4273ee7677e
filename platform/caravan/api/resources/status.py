"""How Caravan is, and who asks."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework import serializers

from caravan.api.scopes import Known, Scoped
from caravan.api.views import One
from tournaments import operations
from tournaments.models import ApiToken, User


class StatusRow(serializers.Serializer):
    """Fixtures that wait, and how many workers play them."""

    waiting = serializers.IntegerField()
    oldest = serializers.FloatField(help_text="Seconds.")
    workers = serializers.IntegerField()
    stands_still = serializers.BooleanField(help_text="Nothing has been heard of the desk for minutes.")


class Status(One):
    """How Caravan is."""

    serializer_class = StatusRow

    def get_object(self) -> dict[str, Any]:
        """As on the site."""
        return operations.figures(timezone.now())


class MeRow(serializers.Serializer):
    """Who asks, and what their token is good for."""

    username = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(ApiToken.Scope.choices), allow_null=True)
    expires = serializers.DateTimeField(allow_null=True)


class Me(One):
    """Who asks; without a token, whoever is signed in on the site."""

    serializer_class = MeRow
    permission_classes = (Known, Scoped)

    def get_object(self) -> dict[str, Any]:
        """Never the token itself."""
        user, token = self.request.user, self.request.auth
        assert isinstance(user, User)  # noqa: S101 - for the type checker
        return {
            "username": user.username,
            "scopes": token.scopes if token else None,
            "expires": token.expires if token else None,
        }
