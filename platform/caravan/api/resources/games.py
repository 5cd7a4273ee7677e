"""Games: what they are about, at which tables they are played, what a bot sees of them."""

from __future__ import annotations

import json
from typing import Any

from django.http import Http404
from rest_framework import generics, serializers

from bots.play import schemas
from caravan.api.views import One, Reads
from caravan.games import catalogue, examples
from referee.games import GAMES


class FieldRow(serializers.Serializer):
    """A field of what a bot is shown."""

    name = serializers.CharField()
    seen_by = serializers.CharField()


class GameRow(serializers.Serializer):
    """A game."""

    name = serializers.CharField()
    title = serializers.CharField()
    about = serializers.CharField()
    tables = serializers.ListField(child=serializers.IntegerField(), help_text="How many may sit down.")


class WholeGame(GameRow):
    """A game with what its bots are asked."""

    rules = serializers.DictField(help_text="Its options at the smallest table, as they are by default.")
    view = FieldRow(many=True)
    example = serializers.DictField(help_text="The first question of a match at the smallest table.")
    schemas = serializers.DictField(
        child=serializers.DictField(),
        help_text="JSON schemas: `view`, what a seat or a spectator is shown; each line of the wire.",
    )


def told(name: str) -> dict[str, Any]:
    """A game; 404 for what is none."""
    if name not in GAMES:
        raise Http404("There is no such game.")
    row = catalogue.listed(name)
    return {"name": name, "title": row.title, "about": row.line, "tables": list(GAMES[name].tables)}


class Games(Reads, generics.ListAPIView):
    """All games."""

    serializer_class = GameRow
    pagination_class = None

    def get_queryset(self) -> list[dict[str, Any]]:
        """In the order of the site."""
        return [told(name) for name in GAMES]


class Game(One):
    """A game with what its bots are asked."""

    serializer_class = WholeGame

    def get_object(self) -> dict[str, Any]:
        """By its name."""
        row, name = told(self.kwargs["name"]), self.kwargs["name"]
        table = GAMES[name].start(GAMES[name].tables[0])
        view = [{"name": field, "seen_by": who} for field, who in examples.fields(name)]
        return {
            **row,
            "rules": table.rules(),
            "view": view,
            "example": json.loads(examples.ask(name)),
            "schemas": schemas.of(name),
        }
