"""The ladder: entries that are near in rating meet, round after round, as long as the season lasts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tournaments.pairing.seating import seated
from tournaments.pairing.stage import Stage, Standing, Table, by_rating

MEMORY = 100
"""A table is a repetition if it met in so many rounds before."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """Goes on until the season ends, or for so many rounds."""

    lag: ClassVar[int] = 1
    open: ClassVar[bool] = True
    rounds: int | None = None

    def length(self, stage: Stage) -> int | None:
        """As many as it was given."""
        return self.rounds

    def draw(self, stage: Stage) -> list[Table]:
        """The best with their neighbours; a house entry sits where its rating is."""
        playing = stage.playing
        if self.rounds is not None and len(stage.rounds) >= self.rounds:
            return []
        order = sorted([*playing, *stage.fillers(len(playing))], key=by_rating)
        return seated(order, stage.seats, stage.met(MEMORY))

    def undecided(self, stage: Stage) -> list[int]:
        """None: nobody is out."""
        return []

    def ranking(self, stage: Stage) -> list[Standing]:
        """By score, then mu: the points and the tiebreak."""
        order = sorted(stage.candidates, key=lambda one: (-one.rating.score, *by_rating(one)))
        return [Standing(one.entry, one.rating.score, one.rating.mu, one.rating.mu) for one in order]
