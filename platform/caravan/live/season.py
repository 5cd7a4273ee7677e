"""What happens in a season: read for all who follow it, from the last few hundred bulletins on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.db.models import Q

from caravan.live.news import Event, News
from caravan.live.wire import Key, event
from tournaments import telling
from tournaments.models import Bulletin, Season
from tournaments.selectors.fixtures import fixtures, open_fixtures
from tournaments.selectors.seasons import seasons

MOST = 500
"""So many are known of what went before, and are read at once."""
Kind = Bulletin.Kind


class OfSeason(NamedTuple):
    """The name of a season's channel."""

    pk: int


class SeasonReader:
    """Remembers how far it has read; the keys of its events are `number.0.0`."""

    def __init__(self, pk: int) -> None:
        """LookupError for a season that does not exist or is not announced."""
        found = seasons().filter(pk=pk).first()
        if found is None:
            raise LookupError(f"no season {pk}")
        self._pk = pk
        known = Bulletin.objects.filter(season=pk, number__gt=0).order_by("-number")
        self._last = next(iter(known.values_list("number", flat=True)[MOST : MOST + 1]), 0) or 0
        told = {"title": found.title, "game": found.game, "seats": found.seats}
        self.head = event({**telling.season(found), **told}, name="season")

    def news(self) -> News:
        """What the next look finds; the end once it is closed and all of it is told."""
        found = seasons().filter(pk=self._pk).first()
        if found is None:
            return News(shown=False, end=event({}, name="done"))
        later = Bulletin.objects.filter(season=found, number__gt=self._last).order_by("number")
        rows = list(later.select_related("round__division__season__league")[:MOST])
        told = list(_told(rows))
        self._last = max([self._last, *(row.number or 0 for row in rows)])
        over = found.state == Season.State.CLOSED and not self._waits()
        return News(shown=True, events=told, end=event({"state": found.state}, name="done") if over else b"")

    def _waits(self) -> bool:
        """Whether something is still to be told, or to be numbered first."""
        later = Q(number=None) | Q(number__gt=self._last)
        return Bulletin.objects.filter(later, season=self._pk).exists()


def _told(rows: Sequence[Bulletin]) -> Iterator[Event]:
    """These bulletins, without what is not open any more."""
    played = fixtures().filter(open_fixtures()).in_bulk([row.fixture_id for row in rows if row.fixture_id])
    for row in rows:
        at = Key(row.number or 0, 0, 0)
        if row.kind == Kind.ROUND and row.round:
            yield at, event(telling.round(row.round), name=row.kind, at=at)
        elif row.kind == Kind.SEASON:
            yield at, event({"state": row.state, "paused": row.paused}, name=row.kind, at=at)
        elif row.fixture_id in played:
            yield at, event(telling.fixture(played[row.fixture_id]), name=row.kind, at=at)
