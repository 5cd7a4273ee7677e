"""What those read who follow a fixture while it is played. Nothing here depends on hidden cards."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from referee import duplicate, fairness
from referee.games import GAMES
from referee.visibility import CHANCE, not_public
from tournaments.models import Fixture, LiveChunk, Round, Season
from tournaments.selectors.fixtures import fixtures, open_fixtures
from tournaments.selectors.seasons import seasons

_OPEN_ROUND = Q(round__held=False, round__division__season__dry=False) & ~Q(
    round__division__season__state=Season.State.DRAFT
)
SHOWN = Q(kind__in=(Fixture.Kind.RATED, Fixture.Kind.CHALLENGE)) & (Q(round=None) | _OPEN_ROUND) | Q(
    kind=Fixture.Kind.RERUN,
    repeats__released=True,
    repeats__kind__in=(Fixture.Kind.RATED, Fixture.Kind.CHALLENGE),
)
"""The fixtures that everybody may follow: no trials, no rehearsals, nothing held or in preparation."""


FRESH = timedelta(minutes=1)
"""As long a fixture that is over stays on the wall."""
TILES = 12
"""So many fixtures are on the wall."""


@dataclass(frozen=True, slots=True)
class Stand:
    """How far a fixture is."""

    shown: bool
    """Whether everybody may follow it."""
    ended: bool
    open: bool
    """Whether there is a replay for everybody."""
    attempt: int
    """The primary key of the newest attempt, or 0."""
    number: int
    """Its number, from 1, or 0."""


def stands(pks: Collection[int]) -> dict[int, Stand]:
    """How far fixtures are, by primary key; one that is missing does not exist."""
    tried = Fixture.objects.filter(pk__in=pks).only("state", "released").order_by("attempts__number")
    rows = tried.annotate(shown=SHOWN, attempt=F("attempts__pk"), times=F("attempts__number"))
    return {  # of several attempts the last row stays
        row.pk: Stand(bool(row.shown), row.ended, row.open, row.attempt or 0, row.times or 0) for row in rows
    }


def stand(pk: int) -> Stand | None:
    """How far a fixture is, if there is one."""
    return stands([pk]).get(pk)


@dataclass(frozen=True, slots=True)
class Tile:
    """A fixture that is being played with its last move, or one that has just been."""

    fixture: int
    game: str
    title: str
    """Where it belongs."""
    bots: list[str]
    matches: int
    over: bool
    """Whether all of it has just been played, and can be seen again."""
    match: int = 0
    """The one being played, from 1."""
    move: int = 0
    """How many were made in that match."""
    by: str = ""
    """Who made the last of them; empty: the dealer."""
    played: str = ""
    """That move; of the dealer's its verb."""


def chunks(attempt: int, match: int, move: int) -> list[LiveChunk]:
    """What was told of an attempt from a move of a match on (both from 0), in order."""
    later = Q(match=match, first__gte=move) | Q(match__gt=match)
    return list(LiveChunk.objects.filter(later, attempt=attempt).order_by("match", "first"))


def newest(fixture: Fixture) -> LiveChunk | None:
    """The last that was told of a fixture."""
    told = LiveChunk.objects.filter(attempt__fixture=fixture)
    return told.order_by("attempt__number", "match", "first").last()


def scene(pk: int) -> dict[str, Any]:
    """What it takes to draw a fixture: the empty table as spectators see it, and by match who sits where.

    LookupError if there is no such fixture.
    """
    fixture = fixtures().filter(pk=pk).first()
    if fixture is None:
        raise LookupError(f"no fixture {pk}")
    return described(fixture, [placing.version.bot.name for placing in fixture.placings.all()])


def described(fixture: Fixture, bots: list[str]) -> dict[str, Any]:
    """The same for competitors of these names."""
    table = GAMES[fixture.game].start(fixture.seats, **fixture.rules)
    return {
        "fixture": fixture.pk,
        "game": fixture.game,
        "seats": fixture.seats,
        "deals": fixture.deals,
        "rules": table.rules(),
        "visibility": not_public(type(table)),
        "start": table.view(None),
        "figures": table.figures(),
        "bots": bots,
        "seating": seating(fixture),
    }


def so_far(fixture: Fixture) -> dict[str, Any] | None:
    """The newest match as far as it has been told of, in the form of a replay, with the names by seat."""
    if (last := newest(fixture)) is None:
        return None
    told = scene(fixture.pk)
    frames = [frame for chunk in chunks(last.attempt_id, last.match, 0) for frame in chunk.frames]
    names = [told["bots"][competitor] for competitor in told["seating"][last.match]]
    return {**told, "match": last.match, "names": names, "frames": frames, "faults": []}


def seating(fixture: Fixture) -> list[list[int]]:
    """For each match in the order of play, by seat, which competitor of the fixture sits there."""
    order = fairness.order_seed(fixture.secret, fixture.number)
    return [
        duplicate.seating(order, fixture.seats, deal, rotation)
        for rotation in range(fixture.seats)
        for deal in range(fixture.deals)
    ]


def shown(fixture: Fixture) -> bool:
    """Whether everybody may follow it while it is played."""
    return Fixture.objects.filter(SHOWN, pk=fixture.pk).exists()


def playing() -> QuerySet[Fixture]:
    """What is being played where everybody may look on, the longest under way first."""
    return fixtures().filter(SHOWN, state=Fixture.State.PLAYING).order_by("started_at", "pk")


def tiles(count: int = TILES) -> list[Tile]:
    """The first of what is being played and has been told of; then what opened within the last minute."""
    told = LiveChunk.objects.filter(attempt__fixture=OuterRef("pk"))
    last = Subquery(told.order_by("-attempt__number", "-match", "-first").values("pk")[:1])
    under_way = list(playing().annotate(newest=last).exclude(newest=None)[:count])
    chunks = LiveChunk.objects.in_bulk([fixture.newest for fixture in under_way])
    return [
        *(tile(fixture, chunks[fixture.newest]) for fixture in under_way if fixture.newest in chunks),
        *(tile(fixture) for fixture in just_over()[: count - len(under_way)]),
    ]


def just_over() -> QuerySet[Fixture]:
    """What opened within the last minute, the newest first."""
    since = timezone.now() - FRESH
    over = fixtures().filter(SHOWN, open_fixtures(), finished_at__gte=since)
    return over.order_by("-finished_at", "-pk")


def tile(fixture: Fixture, last: LiveChunk | None = None) -> Tile:
    """A fixture with the last that was told of it; without that one that is over."""
    bots, seats = [placing.version.bot.name for placing in fixture.placings.all()], seating(fixture)
    plain = Tile(
        fixture=fixture.pk,
        game=fixture.game,
        title=str(fixture.round) if fixture.round else str(fixture),
        bots=bots,
        matches=len(seats),
        over=last is None,
    )
    if last is None:
        return plain
    seat, move = last.frames[-1]["seat"], last.frames[-1]["move"]
    return replace(
        plain,
        match=last.match + 1,
        move=last.first + len(last.frames),
        by="" if seat == CHANCE else bots[seats[last.match][seat]],
        played=move.split(" ")[0] if seat == CHANCE else move,
    )


def premieres(now: datetime) -> QuerySet[Round]:
    """The held rounds that the clock will release, the next one first."""
    held = Round.objects.filter(held=True, release_at__gt=now, division__season__in=seasons())
    return held.select_related("division__season__league").order_by("release_at", "pk")
