"""What is under way: seasons with how far they are, and the table that a page shows live."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Prefetch, Q

from bots.viewer import decks
from caravan.games import catalogue
from caravan.streams import address
from tournaments import stages
from tournaments.models import Fixture, Match, Season, Seating
from tournaments.selectors.fixtures import fixtures
from tournaments.selectors.seasons import seasons_under_way
from tournaments.watching import Tile


@dataclass(frozen=True, slots=True)
class Run:
    """A season that is open for registration or being played."""

    season: Season
    bots: int
    """How many of people's own are in."""
    drawn: int
    """The newest round."""
    rounds: int | None
    """How many there will be, where its stages say so."""


def seasons(count: int) -> list[Run]:
    """The first so many, those that are played first."""
    entered = Count("divisions__entries", filter=Q(divisions__entries__house=False))
    found = seasons_under_way().annotate(bots=entered).prefetch_related("divisions")
    return [_run(season, season.bots) for season in found[:count]]


def _run(season: Season, bots: int) -> Run:
    lengths = [stage.rounds for stage in stages.read(season.stages)]
    known = sum(length for length in lengths if length) if all(lengths) else None
    return Run(season, bots, max((each.drawn for each in season.divisions.all()), default=0), known)


def table(tiles: list[Tile], latest: list[Fixture]) -> dict[str, Any]:
    """Of what is being played the fixture with the fewest seats, with all it takes to draw it.

    In between a match of the fixture that opened last, to be seen again; nothing where nothing was played.
    """
    under_way = [tile for tile in tiles if not tile.over]
    if under_way:
        tile = min(under_way, key=lambda tile: len(tile.bots))
        return _laid(fixtures().get(pk=tile.fixture)) | {"stream": address(tile.fixture, shown=True)}
    if latest:
        return _laid(latest[0]) | {"match": _first(latest[0])}
    return {}


def _laid(fixture: Fixture) -> dict[str, Any]:
    deck = decks.deck(fixture.game).html()
    return {"fixture": fixture, "game": catalogue.listed(fixture.game), "deck": deck}


def _first(fixture: Fixture) -> Match | None:
    seatings = Seating.objects.select_related("version__bot").order_by("seat")
    matches = fixture.matches.defer("record").prefetch_related(Prefetch("seatings", seatings))
    return matches.order_by("deal", "rotation").first()
