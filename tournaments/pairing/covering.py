"""Rounds of tables of three and more in which all pairs come to meet: a greedy covering.

The matrix counts how often two entries have met. All house entries are its last row: whom an entry still has
to meet is asked of entries only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product
from random import Random

import numpy as np
from numpy.typing import NDArray

from tournaments.pairing.stage import Candidate, Stage, Table, table

EFFORT = 2000
"""A round is built so many times, divided by the number of entries, and at most `TRIES` times."""
TRIES = 10
CHOICE = 50
"""The best of so many changes of chairs is made where one is needed."""
NEEDED, KIN = 1e3, 1e6
"""What a pair that has to meet is worth, and what one of an owner that has met enough costs."""

Pairs = NDArray[np.bool_]
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


def _gain(places: Places, lacking: Pairs) -> int:
    return sum(int(lacking[pair]) for place in places for pair in combinations(place, 2))


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
    def lacking(self) -> Pairs:
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
        """Of some rounds the one that brings most pairs together, among those with the fewest faults."""
        lacking = self.lacking
        tries = max(1, min(TRIES, EFFORT // len(lacking)))
        dice = (Random(f"{self.played}/{k}") for k in range(tries))  # noqa: S311
        built = [self.mended(self.build(lacking, rng), lacking) for rng in dice]
        return min(built, key=lambda places: (self.faults(places, lacking), -_gain(places, lacking)))

    def faults(self, places: Places, lacking: Pairs) -> int:
        """Tables that were there before, and those with kin who have met enough."""
        return sum(self.faulty(place, lacking) for place in places)

    def faulty(self, place: Sequence[int], lacking: Pairs) -> bool:
        """Whether it would be better if they did not meet."""
        kin = (self.owners[one] == self.owners[other] for one, other in combinations(place, 2))
        met = (not lacking[pair] and pair[0] != pair[1] for pair in combinations(place, 2))
        return tuple(sorted(place)) in self.seen or any(a and b for a, b in zip(kin, met, strict=True))

    def mended(self, places: Places, lacking: Pairs) -> Places:
        """Each faulty table changes a chair with one that then has no fault either, if some pair gains."""
        for place in (place for place in places if self.faulty(place, lacking)):
            swaps = islice(self.swaps(place, places, lacking), CHOICE)
            best = max(swaps, key=lambda swap: _gain(swap[1], lacking), default=None)
            if best and _gain(places, lacking) - _gain(best[0], lacking) + _gain(best[1], lacking):
                for old, new in zip(*best, strict=True):
                    old[:] = new
        return places

    def swaps(self, place: list[int], places: Places, lacking: Pairs) -> Iterator[tuple[Places, Places]]:
        """Two tables, and what they become by a change of chairs that leaves neither faulty."""
        for other in (other for other in places if other is not place):
            for ours, theirs in product(range(self.seats), repeat=2):
                new = [list(place), list(other)]
                new[0][ours], new[1][theirs] = other[theirs], place[ours]
                if not any(self.faulty(one, lacking) for one in new):
                    yield [place, other], new

    def build(self, lacking: Pairs, rng: Random) -> Places:
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

    def worth(self, row: int, lacking: Pairs) -> NDArray[np.float64]:
        """What sitting with this one is worth, for everybody."""
        kin = self.owners == self.owners[row]
        return np.where(lacking[row], NEEDED, -self.met[row] - KIN * kin)
