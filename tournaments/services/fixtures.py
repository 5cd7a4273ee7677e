"""Fixtures: drawn with all their seats, void when they cannot be played."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from bots.play.fixture import seating
from referee import fairness
from tournaments.models import Attempt, Division, Entry, Fixture, Match, Placing, Round, Seating, Version
from tournaments.services import commits, live, orders
from tournaments.services.states import change, lock

log = logging.getLogger(__name__)
UNFINISHED = (Fixture.State.WAITING, Fixture.State.QUEUED, Fixture.State.PLAYING)
TRIES = 3
"""A table is dealt for so often; then it stands as void."""


@dataclass(frozen=True, slots=True)
class Competitor:
    """A version at a table, for an entry where the fixture is rated."""

    version: Version
    entry: Entry | None = None


Drawn = tuple[Fixture, Sequence[Competitor]]


@transaction.atomic
def draw(drawn: Sequence[Drawn]) -> None:
    """Saves new fixtures with their competitors, matches and seats: who plays where is fixed from here on."""
    Fixture.objects.bulk_create(fixture for fixture, _ in drawn)
    Placing.objects.bulk_create(
        Placing(
            fixture=fixture, number=number, entry=one.entry, version=one.version, bot_id=one.version.bot_id
        )
        for fixture, competitors in drawn
        for number, one in enumerate(competitors)
    )
    seats = [seat for fixture, competitors in drawn for seat in _seats(fixture, competitors)]
    Match.objects.bulk_create(match for match, _ in seats)
    Seating.objects.bulk_create(
        Seating(match=match, seat=seat, entry=one.entry, version=one.version)
        for match, chairs in seats
        for seat, one in enumerate(chairs)
    )


def _seats(fixture: Fixture, competitors: Sequence[Competitor]) -> list[tuple[Match, list[Competitor]]]:
    """The fixture's matches, and by seat who sits there."""
    order = orders.order(fixture=fixture, versions=[one.version for one in competitors])
    return [
        (
            Match(fixture=fixture, deal=deal, rotation=rotation, seed=seed),
            [competitors[place] for place in seating(order, deal, rotation)],
        )
        for deal, seed in enumerate(order.deals)
        for rotation in range(fixture.seats)
    ]


@transaction.atomic
def void(*, fixture: Fixture, reason: str, finished: bool = False) -> None:
    """Gives an unfinished fixture up; its table is dealt for again, twice at most, a trial always.

    One that is `finished` is given up only by an organiser: see `corrections`.
    """
    states = (Fixture.State.FINISHED,) if finished else UNFINISHED
    lock(Fixture.objects.filter(pk=fixture.pk))
    change(
        Fixture.objects.filter(pk=fixture.pk, state__in=states),
        state=Fixture.State.VOID,
        reason=reason,
        finished_at=timezone.now(),
    )
    fixture.attempts.filter(state__in=Attempt.OPEN).update(state=Attempt.State.LOST)
    live.forget(fixture)
    if fixture.kind == Fixture.Kind.TRIAL:
        deal_again(fixture=fixture, after=timedelta(seconds=min(600, 30 * 2 ** tries(fixture))))
    elif fixture.round_id is not None and tries(fixture) < TRIES:
        deal_again(fixture=fixture)
    else:
        commits.after(
            log.error,
            "%s stands as void, its entries are excused: %s",
            fixture,
            reason,
            extra={"fixture": fixture.pk},
        )


def tries(fixture: Fixture) -> int:
    """How often its table has been dealt for: the last part of its number."""
    return int(fixture.number.rpartition(".")[2])


def deal_again(*, fixture: Fixture, after: timedelta = timedelta()) -> Fixture:
    """Another fixture for the same competitors: the same number but for the try, so other cards."""
    again = Fixture(
        **{name: getattr(fixture, name) for name in _COPIED},
        number=f"{fixture.number.rpartition('.')[0]}.{tries(fixture) + 1}",
        replaces=fixture,
        due=timezone.now() + after,
    )
    draw([(again, competitors(fixture))])
    return again


def competitors(fixture: Fixture) -> list[Competitor]:
    """Who was drawn for it."""
    placings = fixture.placings.select_related("version__bot", "entry").order_by("number")
    return [Competitor(placing.version, placing.entry) for placing in placings]


_COPIED = ("kind", "round", "version", "game", "seats", "rules", "clocks", "deals", "kin", "secret", "breaks")


def one_more_deal(fixture: Fixture) -> Drawn:
    """A fixture of one deal for a table with a tie across the line, not saved yet; it is not rated."""
    more = {name: getattr(fixture, name) for name in _COPIED}
    number = f"{'.'.join(fixture.number.split('.')[:3])}.tie.1"
    own = {"number": number, "deals": 1, "breaks": fixture, "due": fixture.due}
    return Fixture(**{**more, **own}), competitors(fixture)


def in_season(*, division: Division, round: Round, table: int, kin: bool) -> Fixture:
    """A fixture of a round, not saved yet, as the season's rules will have it."""
    season = division.season
    return Fixture(
        kind=Fixture.Kind.DRY if season.dry else Fixture.Kind.RATED,
        round=round,
        number=f"{round.stage}.{round.number}.{table}.1",
        game=season.game,
        seats=season.seats,
        rules=season.rules,
        clocks=season.clocks,
        deals=season.deals,
        kin=kin,
        secret=fairness.division_secret(season.secret, division.tier),
        due=round.drawn_at,
    )
