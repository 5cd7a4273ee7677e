"""The round robin: each pair meets at least so many times.

At tables of two the circle method gives each pair exactly that. For larger tables no schedule is known that
fits every number of entries, so each round is built for the pairs that still have to meet, a few times over,
and the best is taken. Every round has one such pair at least: it comes to an end. Kin have to meet as well,
but not more often than that while it can be helped.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from tournaments.pairing.scores import shares, sonneborn_berger
from tournaments.pairing.seating import seated
from tournaments.pairing.stage import Candidate, Stage, Standing, Table, by_rating, table


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Each pair meets `meetings` times or, at larger tables, some more."""

    lag: ClassVar[int] = 1
    open: ClassVar[bool] = False
    meetings: int = 1

    def length(self, stage: Stage) -> int | None:
        """Worked out by drawing all rounds, which takes long for many entries at larger tables."""
        fresh = [replace(one, playing=True) for one in stage.candidates]
        if stage.seats == 2:
            return self.meetings * _turns(len(fresh))
        return sum(1 for _ in _covering(replace(stage, candidates=fresh, rounds=()), self.meetings))

    def draw(self, stage: Stage) -> list[Table]:
        """What the schedule says; who has lost an opponent to a withdrawal meets another who has."""
        if stage.seats > 2:
            return next(_covering(stage, self.meetings), [])
        turns = _turns(len(stage.candidates))
        if not stage.playing or len(stage.rounds) >= self.meetings * turns:
            return []
        return _circle(stage, len(stage.rounds) % turns)

    def undecided(self, stage: Stage) -> list[int]:
        """None: nobody is out."""
        return []

    def ranking(self, stage: Stage) -> list[Standing]:
        """By share of those it could beat, then by Sonneborn-Berger, whom it beat; then rating and entry."""
        points, worth = shares(stage.rounds), sonneborn_berger(stage.rounds)
        order = [
            Standing(one.entry, float(points.get(one.entry, 0)), worth.get(one.entry, 0.0), one.rating.mu)
            for one in sorted(stage.candidates, key=by_rating)
        ]
        return sorted(order, key=lambda one: (-one.points, -one.tiebreak))


def _covering(stage: Stage, meetings: int) -> Iterator[list[Table]]:
    """The rounds still to come; it takes numpy, which who checks an archive need not have."""
    from tournaments.pairing.covering import covering

    return covering(stage, meetings)


def _turns(entries: int) -> int:
    """Rounds in which each of so many meets each other once."""
    return 0 if entries < 2 else entries - 1 + entries % 2


def _circle(stage: Stage, turn: int) -> list[Table]:
    """The circle after so many turns: one chair stays, the others move on; opposite chairs meet."""
    first, *others = sorted(stage.candidates, key=lambda one: one.entry)
    chairs: list[Candidate | None] = [*others, *([] if len(others) % 2 else [None])]
    circle = [first, *chairs[turn:], *chairs[:turn]]
    pairs = [
        [one for one in pair if one is not None and one.playing]
        for pair in zip(circle[: len(circle) // 2], reversed(circle), strict=False)
    ]
    left = [one for pair in pairs if len(pair) == 1 for one in pair]
    alone = [*left, *stage.fillers(len(left))]
    again = seated(alone, 2, stage.met() if len(alone) > 2 else {})
    return [table(pair) for pair in pairs if len(pair) == 2] + again
