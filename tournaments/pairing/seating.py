"""The seating: from a list in which neighbours should meet, tables that hold everyone once.

First of all no two entries of one owner meet: that is possible exactly when no owner has more entries than
there are tables, and then it is kept. Then no table is repeated: tables are filled from the top of the list
with the nearest who fit; where that ends in a repetition the search goes back and tries the next nearest, and
after some patience exchanges chairs between tables instead. Only when all this fails may a table come a
second time, a third time, and so on.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, count, islice, product

from tournaments.pairing.stage import Candidate, Met, Table, table

WINDOW = 24
"""So many neighbours in the list are tried as companions."""
PATIENCE = 3000
"""So many times the search goes back; enough to try everything where ten entries or fewer meet."""


def seated(order: Sequence[Candidate], seats: int, met: Met) -> list[Table]:
    """Tables of `seats`, in the order of the list, whose length they divide; nobody: no tables."""
    families = _families(order, len(order) // seats)
    for allowed in count():
        search = _Search(order, families, seats, met, allowed)
        if (tables := search.seating() or search.exchanged()) is not None:
            return [table([order[k] for k in one]) for one in tables]
    raise AssertionError("some number of repetitions is always enough")


def _families(order: Sequence[Candidate], tables: int) -> list[int]:
    """A number for each candidate; equal ones must not meet, and none comes more often than there are tables.

    An owner with more entries than tables has several: one table is kin for each entry too many.
    """
    numbers: dict[tuple[int | None, int], int] = {}
    seen: Counter[int] = Counter()
    families = []
    for one in order:
        key = (None, one.entry) if one.owner is None else (one.owner, seen[one.owner] // tables)
        if one.owner is not None:
            seen[one.owner] += 1
        families.append(numbers.setdefault(key, len(numbers)))
    return families


class _Search:
    """Seatings of positions in the list; no table may have met more than `allowed` times before."""

    def __init__(
        self, order: Sequence[Candidate], families: Sequence[int], seats: int, met: Met, allowed: int
    ) -> None:
        self.entries = [one.entry for one in order]
        self.families, self.seats, self.met, self.allowed = families, seats, met, allowed
        self.begin()

    def begin(self) -> None:
        """Nobody is seated."""
        self.free = list(range(len(self.entries)))
        self.waiting = Counter(self.families)
        self.largest = max(self.waiting.values(), default=0)

    def seating(self) -> list[list[int]] | None:
        """The first seating of everyone, depth first; None where there is none or patience ends."""
        tables: list[list[int]] = []
        choices = [self.fresh_options()]
        patience = PATIENCE
        while self.free and patience:
            if (table := next(choices[-1], None)) is not None:
                self.seat(table)
                tables.append(table)
                choices.append(self.fresh_options())
            elif tables:
                self.rise(tables.pop())
                choices.pop()
                patience -= 1
            else:
                return None
        return None if self.free else tables

    def exchanged(self) -> list[list[int]] | None:
        """Seats the nearest together; each repeated table then changes a chair with the nearest that can."""
        self.begin()
        tables = []
        while self.free:
            tables.append(next(chain(self.fresh_options(), self.options())))
            self.seat(tables[-1])
        stale = [place for place, table in enumerate(tables) if not self.fresh(table)]
        return (
            tables
            if all(self.fresh(tables[place]) or self.exchange(tables, place) for place in stale)
            else None
        )

    def exchange(self, tables: list[list[int]], place: int) -> bool:
        """Makes a table fresh by one change of chairs with another that then is fresh as well, if one can."""
        table = tables[place]
        for other in sorted(range(len(tables)), key=lambda k: abs(k - place))[1:]:
            for ours, theirs in product(range(self.seats), range(self.seats)):
                pair = [list(table), list(tables[other])]
                pair[0][ours], pair[1][theirs] = pair[1][theirs], pair[0][ours]
                if all(self.fresh(one) and not self.clash(one) for one in pair):
                    tables[place], tables[other] = pair
                    return True
        return False

    def fresh(self, table: Sequence[int]) -> bool:
        """Whether these may meet once more."""
        return self.met.get(frozenset(self.entries[k] for k in table), 0) <= self.allowed

    def clash(self, table: Sequence[int]) -> bool:
        """Whether two of one family sit here."""
        return len({self.families[k] for k in table}) < len(table)

    def seat(self, table: Sequence[int]) -> None:
        """Takes them off the list."""
        for k in table:
            del self.free[bisect_left(self.free, k)]
            self.waiting[self.families[k]] -= 1

    def rise(self, table: Sequence[int]) -> None:
        """Puts them back on the list."""
        for k in table:
            insort(self.free, k)
            self.waiting[self.families[k]] += 1

    def fresh_options(self) -> Iterator[list[int]]:
        """Those of the options that may meet once more."""
        return (table for table in self.options() if self.fresh(table))

    def options(self) -> Iterator[list[int]]:
        """Tables for the best who is free, the nearest companions first."""
        first = self.free[0]
        pressed = self.pressed() - {self.families[first]}
        yield from self.fill([first], self.window(first, pressed), pressed)

    def pressed(self) -> set[int]:
        """The families that need a chair at every table that is left."""
        left = len(self.free) // self.seats
        if left > self.largest:
            return set()
        return {family for family, waiting in self.waiting.items() if waiting == left}

    def window(self, first: int, pressed: set[int]) -> list[int]:
        """The nearest who may sit with the first, enough of them to fill a table."""
        near: list[int] = []
        missing, found = set(pressed), {self.families[first]}
        for k in islice(self.free, 1, None):
            family = self.families[k]
            full = len(near) >= WINDOW and len(found) >= self.seats
            if full and not missing:
                break
            if family != self.families[first] and (not full or family in missing):
                near.append(k)
                found.add(family)
                missing.discard(family)
        return near

    def fill(self, table: list[int], near: Sequence[int], pressed: set[int]) -> Iterator[list[int]]:
        """All ways to fill the table from `near`, in its order, with every pressed family at it."""
        chairs = self.seats - len(table)
        if not chairs:
            yield table
            return
        taken = {self.families[k] for k in table}
        for place, k in enumerate(near):
            family = self.families[k]
            if family not in taken and (len(pressed) < chairs or family in pressed):
                yield from self.fill([*table, k], near[place + 1 :], pressed - {family})
