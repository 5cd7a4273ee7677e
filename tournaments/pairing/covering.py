"""Rounds of tables of three and more in which all pairs come to meet: a greedy covering.

The matrix counts how often two entries have met. All house entries are its last row: whom an entry still has
to meet is asked of entries only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import numpy as np
from numpy.typing import NDArray

from tournaments.pairing.stage import Candidate, Stage, Table, table

EFFORT = 2000
"""A round is built so many times, divided by the number of entries, and at most `TRIES` times."""
TRIES = 10
NEEDED, KIN = 1000.0, 100.0
"""What a pair that has to meet is worth, and what one of an owner that has met enough costs."""

Places = list[list[int]]
"""By table, the rows of the matrix that sit there."""


def covering(stage: Stage, meetings: int) -> Iterator[list[Table]]:
    """The rounds from here on, until each pair of those who play has met so many times."""
    playing = sorted((one for one in stage.candidates if one.playing), key=lambda one: one.entry)
    search = _Covering(playing, stage, meetings)
    while search.lacking.any():
        places = search.best()
        search.note(places)
        yield _tables(places, playing, stage.fillers(len(playing)))


def _tables(places: Places, playing: Sequence[Candidate], fillers: Sequence[Candidate]) -> list[Table]:
    chairs = iter(fillers)
    return [table([playing[k] if k < len(playing) else next(chairs) for k in one]) for one in places]


class _Covering:
    """Who has met how often, and rounds that do something about it."""

    def __init__(self, playing: Sequence[Candidate], stage: Stage, meetings: int) -> None:
        size = len(playing) + 1
        self.seats, self.meetings, self.played = stage.seats, meetings, 0
        self.met = np.zeros((size, size), np.int16)
        self.seen: set[tuple[int, ...]] = set()
        owners = [-1 - k if one.owner is None else one.owner for k, one in enumerate(playing)]
        self.owners = np.array([*owners, -size])
        self.chairs = np.ones(size, int)
        self.chairs[-1] = -len(playing) % stage.seats
        row = {one.entry: k for k, one in enumerate(playing)}
        gone = {one.entry for one in stage.candidates if not one.playing}
        for tables in stage.rounds:
            seated = ([one for one in played.entries if one not in gone] for played in tables)
            self.note([[row.get(one, size - 1) for one in entries] for entries in seated])

    @property
    def lacking(self) -> NDArray[np.bool_]:
        """The pairs of entries that have still to meet."""
        short = self.met < self.meetings
        short[-1, :] = short[:, -1] = False
        np.fill_diagonal(short, False)
        return short

    def note(self, places: Places) -> None:
        """They have met."""
        for one, other in (pair for place in places for pair in combinations(place, 2)):
            self.met[one, other] += 1
            self.met[other, one] += 1
        self.seen.update(tuple(sorted(place)) for place in places)
        self.played += 1

    def best(self) -> Places:
        """Of some rounds that with the fewest repeated tables, then the most pairs that had to meet."""
        lacking = self.lacking
        tries = max(1, min(TRIES, EFFORT // len(lacking)))
        built = [self.build(lacking, Random(f"{self.played}/{k}")) for k in range(tries)]  # noqa: S311
        return min(built, key=lambda places: self.cost(places, lacking))

    def cost(self, places: Places, lacking: NDArray[np.bool_]) -> tuple[int, int]:
        """Repeated tables; pairs gained, negative."""
        repeated = sum(tuple(sorted(place)) in self.seen for place in places)
        return repeated, -sum(int(lacking[pair]) for place in places for pair in combinations(place, 2))

    def build(self, lacking: NDArray[np.bool_], rng: Random) -> Places:
        """Each table begins with who has most left to meet, and takes whom most of it have left to meet."""
        dice = np.array([rng.random() for _ in lacking])
        chairs, hunger = self.chairs.copy(), lacking.sum(axis=1)
        places: Places = []
        for _ in range(int(chairs.sum()) // self.seats):
            place: list[int] = []
            wish = hunger + dice
            for _ in range(self.seats):
                chosen = int(np.where(chairs > 0, wish, -np.inf).argmax())
                wish = self.worth(chosen, lacking) + (wish if place else dice)
                place.append(chosen)
                chairs[chosen] -= 1
                hunger -= lacking[chosen]
            places.append(place)
        return places

    def worth(self, row: int, lacking: NDArray[np.bool_]) -> NDArray[np.float64]:
        """What sitting with this one is worth, for everybody."""
        kin = self.owners == self.owners[row]
        return np.where(lacking[row], NEEDED, -self.met[row] - KIN * kin)
