"""What a new Caravan begins with, from `seeds/demo.toml`: house bots and a season under way."""

from __future__ import annotations

import tomllib
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournaments.models import Bot, League, Season
from tournaments.services import entries, house, seasons

ROOT = Path(__file__).resolve().parents[1]
SEED = ROOT / "seeds" / "demo.toml"


@transaction.atomic
def load(path: Path = SEED) -> Season:
    """Ships the house bots; makes the league and its first season unless they are there. Good to repeat."""
    demo = tomllib.loads(path.read_text())
    bots = {one["name"]: house.ship(**{**one, "folder": ROOT / one["folder"]}) for one in demo["bots"]}
    league, made = League.objects.get_or_create(slug=demo["league"].pop("slug"), defaults=demo["league"])
    return _season(league, bots, demo["season"]) if made else league.seasons.earliest("number")


def _season(league: League, bots: dict[str, Bot], demo: dict[str, Any]) -> Season:
    """A season that runs from now on."""
    now = timezone.now()
    season = seasons.create(
        league=league,
        title=demo["title"],
        opens=now,
        ends=now + timedelta(hours=demo["hours"]),
        round_gap=demo["round_gap"],
    )
    seasons.open_registration(season=season)
    season.refresh_from_db()
    for name in demo["entries"]:
        entries.join(season=season, bot=bots[name])
    seasons.start(season=season)
    season.refresh_from_db()
    return season
