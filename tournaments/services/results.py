"""What play workers send back: proved by its records before a word is believed, then written at once."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from bots.play.faults import public
from bots.play.fixture import Order, Played, PlayedMatch, results
from bots.play.protocol import is_tag
from referee.duplicate import fixture_points
from referee.games import GAMES
from referee.record import Record, RecordError, replayed, table_of, verify
from tournaments.errors import ResultError
from tournaments.models import Attempt, Fixture, Match, Seating
from tournaments.services import attempts, commits, live, logs, news, orders, reruns, trials
from tournaments.services.states import change, changed, lock, rewrite
from tournaments.services.texts import kept

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Proved:
    """A match whose record holds, with the names of its logs."""

    match: PlayedMatch
    record: Record
    logs: Sequence[str]


def finish(*, attempt: int, token: str, played: dict[str, Any]) -> bool:
    """Writes a finished fixture down; False for whoever does not hold the token, or has finished before.

    Results that do not prove what was ordered make the attempt fail.
    """
    holder = attempts.held(attempt, token)
    if holder is None:
        return False
    try:
        order = orders.ordered(holder.fixture, holder)
        proved = prove(order, played)
    except ResultError as error:
        attempts.fail(attempt=attempt, token=token, error=str(error))
        return False
    return _write(holder, order, proved)


def prove(order: Order, played: dict[str, Any]) -> list[Proved]:
    """All the matches that were ordered, each replayed; ResultError names the first that does not hold."""
    try:
        matches = msgspec.convert(played, Played).matches
    except msgspec.ValidationError as error:
        raise ResultError(f"not what a play worker sends: {error}") from None
    wanted = [(deal, rotation) for deal in range(len(order.deals)) for rotation in range(order.seats)]
    if sorted((match.deal, match.rotation) for match in matches) != wanted:
        raise ResultError(f"not each of {len(wanted)} matches once")
    return [_prove(order, match) for match in matches]


def _prove(order: Order, match: PlayedMatch) -> Proved:
    place = f"deal {match.deal}, rotation {match.rotation}"
    try:
        record = Record.from_json(match.record)
        verify(record)
    except RecordError as error:
        raise ResultError(f"{place}: {error}") from None
    rules = GAMES[order.game].start(order.seats, **order.rules).rules()
    if (record.game, record.seats, record.rules) != (order.game, order.seats, rules):
        raise ResultError(f"{place}: another game was ordered")
    if record.seed != order.deals[match.deal]:
        raise ResultError(f"{place}: another deal was ordered")
    if not len(match.cpu) == len(match.logs) == len(match.reasons) == order.seats:
        raise ResultError(f"{place}: a log, a time and a reason for each seat are wanted")
    if not all(0 <= seconds < inf for seconds in match.cpu):
        raise ResultError(f"{place}: a time that no clock shows")
    if any(fault.seat not in range(order.seats) for fault in record.faults):
        raise ResultError(f"{place}: a fault of nobody")
    numbers = {str(number) for number in range(1, len(record.moves) + 1)}
    if any(move not in numbers or not is_tag(tag) for move, tag in (record.tags or {}).items()):
        raise ResultError(f"{place}: a tag of no move, or one that is no word")
    timed = public(replace(record, clocks={"cpu": match.cpu}))
    return Proved(match, timed, [logs.keep(log) for log in match.logs])


@transaction.atomic
def _write(holder: Attempt, order: Order, proved: Sequence[Proved]) -> bool:
    """One transaction for all that a fixture leaves behind; False if the token is not good any more."""
    lock(Fixture.objects.filter(pk=holder.fixture_id))
    rows = Attempt.objects.filter(pk=holder.pk, token=holder.token, state__in=Attempt.OPEN)
    if not changed(rows, state=Attempt.State.DONE):
        return False
    fixture, now = Fixture.objects.get(pk=holder.fixture_id), timezone.now()
    unfinished = Fixture.objects.filter(
        pk=fixture.pk, state__in=(Fixture.State.QUEUED, Fixture.State.PLAYING)
    )
    change(
        unfinished,
        state=Fixture.State.FINISHED,
        released=not held_back(fixture),
        started_at=fixture.started_at or now,
        finished_at=now,
    )
    _write_matches(fixture, proved)
    _write_placings(fixture, order, proved)
    live.forget(fixture)
    if fixture.kind == Fixture.Kind.TRIAL:
        trials.conclude(fixture)
    if fixture.kind == Fixture.Kind.RERUN:
        reruns.conclude(fixture)
    news.played(fixture)
    commits.after(log.info, "Finished %s of %s", fixture, fixture.game, extra=attempts.ids(holder))
    return True


def held_back(fixture: Fixture) -> bool:
    """Whether its round is held; a re-run, which holds the same cards, goes with what it repeats."""
    round = (fixture.repeats or fixture).round
    return round is not None and round.held


def _write_matches(fixture: Fixture, proved: Sequence[Proved]) -> None:
    matches = {(match.deal, match.rotation): match for match in fixture.matches.prefetch_related("seatings")}
    seatings: list[Seating] = []
    for one in proved:
        match = matches[one.match.deal, one.match.rotation]
        match.record, match.digest, match.moves = (
            one.record.dumps(),
            one.record.digest(),
            len(one.record.moves),
        )
        seatings += _seatings(match, one)
    rewrite(matches.values(), "record", "digest", "moves")
    rewrite(seatings, "points", "rank", "fault", "fault_reason", "cpu", "log", "tags")


def _seatings(match: Match, proved: Proved) -> list[Seating]:
    faults, tags = {fault.seat: fault for fault in proved.record.faults}, tags_of(proved.record)
    seatings = list(match.seatings.all())
    for seating in seatings:
        seat, fault = seating.seat, faults.get(seating.seat)
        seating.points, seating.rank = proved.record.points[seat], proved.record.ranks[seat]
        seating.fault, seating.fault_reason = (
            (kept(fault.code, 40), kept(proved.match.reasons[seat], 500)) if fault else ("", "")
        )
        seating.cpu, seating.log = proved.match.cpu[seat], proved.logs[seat]
        seating.tags = f" {' '.join(sorted(tags[seat]))} " if tags[seat] else ""
    return seatings


def tags_of(record: Record) -> list[set[str]]:
    """By seat, the words that its bot put beside its moves."""
    tags: list[set[str]] = [set() for _ in range(record.seats)]
    if record.tags:
        for number, (seat, _) in enumerate(replayed(record, table_of(record)), 1):
            if seat >= 0 and (word := record.tags.get(str(number))):
                tags[seat].add(word)
    return tags


def _write_placings(fixture: Fixture, order: Order, proved: Sequence[Proved]) -> None:
    points = fixture_points(results(order, [one.match for one in proved]))
    placings = list(fixture.placings.order_by("number"))
    for placing, ours in zip(placings, points, strict=True):
        placing.fixture_points = ours
        placing.rank = 1 + sum(theirs > ours for theirs in points)
    rewrite(placings, "fixture_points", "rank")
