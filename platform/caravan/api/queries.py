"""What may be asked of lists."""

from __future__ import annotations

from rest_framework import serializers

from referee.games import GAMES

UPDATED = "Only what was made, begun, finished or settled at this time (ISO 8601) or later."


class Since(serializers.Serializer):
    """For lists of what changes."""

    updated_since = serializers.DateTimeField(required=False, help_text=UPDATED)


class OfGame(serializers.Serializer):
    """For lists that are of many games."""

    game = serializers.ChoiceField(list(GAMES), required=False, help_text="The name of a game.")


def ordering(*fields: str) -> serializers.ChoiceField:
    """By one of these fields; with a minus the other way round."""
    choices = [sign + field for field in fields for sign in ("", "-")]
    return serializers.ChoiceField(choices, required=False, help_text="By what rows come; `-` from the last.")
