"""The Swiss system: those meet who have done equally well so far, and nobody is out."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from tournaments.pairing.groups import listed, pools, slide
from tournaments.pairing.scores import buchholz, shares
from tournaments.pairing.seating import seated
from tournaments.pairing.stage import Candidate, Stage, Standing, Table, by_rating

EXCUSED = Fraction(1, 2)
"""The share of an entry none of whose tables has a result."""


@dataclass(frozen=True, slots=True)
class Swiss:
    """So many rounds; with a lag of 0 each is drawn from the results of all before it."""

    open: ClassVar[bool] = False
    rounds: int
    lag: int = 1

    def length(self, stage: Stage) -> int | None:
        """As many as it was given."""
        return self.rounds

    def draw(self, stage: Stage) -> list[Table]:
        """Within a score group the first of each tier meet, and so on; the house joins the last group."""
        if len(stage.rounds) >= self.rounds or not stage.playing:
            return []
        whole = pools(self._groups(stage), stage.seats)
        order = [one for pool in whole for one in listed(pool, stage.seats, slide)]
        return seated(order, stage.seats, stage.met())

    def _groups(self, stage: Stage) -> list[list[Candidate]]:
        known = shares(stage.rounds[: max(0, len(stage.rounds) - self.lag)])
        groups: defaultdict[Fraction, list[Candidate]] = defaultdict(list)
        for one in stage.playing:
            groups[known.get(one.entry, EXCUSED)].append(one)
        order = [groups[share] for share in sorted(groups, reverse=True)]
        return [*order[:-1], [*order[-1], *stage.fillers(len(stage.playing))]]

    def undecided(self, stage: Stage) -> list[int]:
        """None: nobody is out."""
        return []

    def ranking(self, stage: Stage) -> list[Standing]:
        """By share of those it could beat, then by Buchholz, its opponents' shares; then rating and entry."""
        points, opponents = shares(stage.rounds), buchholz(stage.rounds)
        order = [
            Standing(
                one.entry,
                float(points.get(one.entry, EXCUSED)),
                opponents.get(one.entry, 0.0),
                one.rating.mu,
            )
            for one in sorted(stage.candidates, key=by_rating)
        ]
        return sorted(order, key=lambda one: (-one.points, -one.tiebreak))
