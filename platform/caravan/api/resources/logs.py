"""What a bot was asked, answered and wrote in a match, for who may read that on the site."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from caravan import access
from caravan.api.views import One
from tournaments.services import logs


class LogRow(serializers.Serializer):
    """The log of a seat."""

    match = serializers.IntegerField()
    seat = serializers.IntegerField()
    bot = serializers.CharField()
    version = serializers.IntegerField()
    text = serializers.CharField()


class Log(One):
    """The log of a seat in an open match: for the owner of its bot, who organises the league, and staff."""

    serializer_class = LogRow

    def get_object(self) -> dict[str, Any]:
        """404 for all others."""
        match = access.open_match(self.kwargs["pk"])
        seated = access.own_seating(self.request.user, match, self.kwargs["seat"])
        return {
            "match": match.pk,
            "seat": seated.seat,
            "bot": seated.version.bot.name,
            "version": seated.version.number,
            "text": logs.text(seated.log),
        }
