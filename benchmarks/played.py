"""Fixtures that were never played, with all the rows that belong to them; what came of them is made up."""

from __future__ import annotations

import secrets
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from benchmarks.bulk import Table, time
from referee.record import Record
from tournaments.models import Attempt, Entry, Fixture, Match, Placing, Round, Seating, Version
from tournaments.ranking import MU, SIGMA

FAULTS, LOSSES = 0.01, 0.02
"""Of so many seats, and fixtures."""
ATTEMPTS = {
    Fixture.State.QUEUED: Attempt.State.QUEUED,
    Fixture.State.PLAYING: Attempt.State.RUNNING,
    Fixture.State.FINISHED: Attempt.State.DONE,
}
FIXTURE = ("round_id", "version_id", "number", "state", "released", "due", "started_at", "finished_at")
RATED = ("mu_before", "sigma_before", "mu_after", "sigma_after")
PLACING = ("fixture_id", "number", "entry_id", "version_id", "bot_id", "fixture_points", "rank", *RATED)
MATCH = ("fixture_id", "deal", "rotation", "record", "digest", "moves")
SEATING = ("match_id", "seat", "entry_id", "version_id", "points", "rank", "fault", "cpu")
ATTEMPT = ("fixture_id", "number", "token", "state", "rung_at", "lease_until")
TABLES = (Fixture, Placing, Match, Seating, Attempt)
BEGUN = (Fixture.State.PLAYING, Fixture.State.FINISHED)
Chair = tuple[Entry | None, Version]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A fixture: who sits down, since when, how far it has come; for a round or for a version on trial."""

    number: str
    chairs: Sequence[Chair]
    at: datetime
    state: str = Fixture.State.FINISHED
    round: Round | None = None
    trial: Version | None = None

    @property
    def over(self) -> bool:
        """Whether there are results."""
        return self.state == Fixture.State.FINISHED

    @property
    def settled(self) -> bool:
        """Whether it was rated."""
        return self.round is not None and self.round.state == Round.State.SETTLED


class Fixtures:
    """Fixtures of one kind; the matches of all of them are the same one."""

    def __init__(self, record: Record, deals: int, dice: Random, kind: str = Fixture.Kind.RATED) -> None:
        self._seats, self._deals, self._dice = record.seats, deals, dice
        self._record = (record.dumps(), record.digest(), len(record.moves))
        self.ratings: defaultdict[int, tuple[float, float]] = defaultdict(lambda: (MU, SIGMA))
        self.fixtures, self.faults = Counter[int](), Counter[int]()
        """Of entries, in settled rounds."""
        self.ranks: defaultdict[int, list[int]] = defaultdict(lambda: [0] * record.seats)
        same = {"kind": kind, "game": record.game, "seats": record.seats, "deals": deals}
        self._fixtures = Table(Fixture, *FIXTURE, secret="5eed" * 16, **same)
        self._placings = Table(Placing, *PLACING)
        self._matches = Table(Match, *MATCH, seed="0" * 64)
        self._seatings = Table(Seating, *SEATING)
        self._attempts = Table(Attempt, *ATTEMPT, worker="worker-1")

    def write(self) -> None:
        """Writes what was added since the last time."""
        for table in (self._fixtures, self._placings, self._matches, self._seatings, self._attempts):
            table.write()

    def add(self, drawn: Drawn) -> None:
        """One more fixture."""
        at = time(drawn.at)
        began = at if drawn.state in BEGUN else None
        ended = time(drawn.at + timedelta(seconds=self._dice.uniform(1, 30))) if drawn.over else None
        round, version = drawn.round and drawn.round.pk, drawn.trial and drawn.trial.pk
        fixture = self._fixtures.add(round, version, drawn.number, drawn.state, drawn.over, at, began, ended)
        self._place(fixture, drawn)
        for deal in range(self._deals):
            for rotation in range(self._seats):
                record = self._record if drawn.over else ("", "", 0)
                self._seat(self._matches.add(fixture, deal, rotation, *record), rotation, drawn)
        self._attempt(fixture, drawn)

    def _place(self, fixture: int, drawn: Drawn) -> None:
        ranks = self._dice.sample(range(1, self._seats + 1), self._seats)
        for number, ((entry, version), rank) in enumerate(zip(drawn.chairs, ranks, strict=True)):
            result = (float(self._seats - rank), rank) if drawn.over else (None, None)
            rated = self._rated(entry) if drawn.settled and entry else (None,) * 4
            if drawn.settled and entry:
                self.ranks[entry.pk][rank - 1] += 1
            who = (entry and entry.pk, version.pk, version.bot_id)
            self._placings.add(fixture, number, *who, *result, *rated)

    def _rated(self, entry: Entry) -> tuple[float, ...]:
        self.fixtures[entry.pk] += 1
        mu, sigma = self.ratings[entry.pk]
        self.ratings[entry.pk] = after = mu + self._dice.gauss(0, sigma / 10), max(1.0, sigma * 0.98)
        return mu, sigma, *after

    def _seat(self, match: int, rotation: int, drawn: Drawn) -> None:
        for seat in range(self._seats):
            entry, version = drawn.chairs[(seat + rotation) % self._seats]
            fault = "timeout" if drawn.over and self._dice.random() < FAULTS else ""
            result = (
                (self._dice.randrange(100), seat + 1, fault, 0.1) if drawn.over else (None, None, "", None)
            )
            self._seatings.add(match, seat, entry and entry.pk, version.pk, *result)
            if fault and drawn.settled and entry:
                self.faults[entry.pk] += 1

    def _attempt(self, fixture: int, drawn: Drawn) -> None:
        lost = [Attempt.State.LOST] * (self._dice.random() < LOSSES)
        last = [ATTEMPTS[Fixture.State(drawn.state)]] if drawn.state in ATTEMPTS else []
        until = drawn.at + timedelta(minutes=1)
        for number, state in enumerate([*lost, *last], 1):
            self._attempts.add(fixture, number, secrets.token_hex(16), state, time(drawn.at), time(until))
