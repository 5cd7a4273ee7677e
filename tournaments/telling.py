"""What programs are told of a fixture, a round, a season: the same by webhooks and by streams."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import reverse

from tournaments.models import Fixture, Round, Season

Payload = dict[str, Any]


def page(name: str, *args: object) -> str:
    """The whole address of a page."""
    return f"{settings.CARAVAN_ADDRESS}{reverse(name, args=args)}"


def fixture(fixture: Fixture) -> Payload:
    """Who met and how it ended; only for fixtures that are open."""
    return {
        "fixture": fixture.pk,
        "kind": fixture.kind,
        "number": fixture.number,
        "game": fixture.game,
        **(_round(fixture.round) if fixture.round else {}),
        "finished_at": fixture.finished_at,
        "placings": [
            {
                "bot": placing.version.bot.name,
                "version": placing.version.number,
                "fixture_points": placing.fixture_points,
                "rank": placing.rank,
            }
            for placing in fixture.placings.all()
        ],
        "page": page("fixture", fixture.pk),
    }


def round(round: Round) -> Payload:
    """Which one it is."""
    season = round.division.season
    return {**_round(round), "page": page("round", season.league.slug, season.number, round.number)}


def season(season: Season) -> Payload:
    """Which one it is."""
    return {**_season(season), "page": page("season", season.league.slug, season.number)}


def _season(season: Season) -> Payload:
    return {"league": season.league.slug, "season": season.number}


def _round(round: Round) -> Payload:
    division = round.division
    return {**_season(division.season), "division": division.tier, "round": round.number}
