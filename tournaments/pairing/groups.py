"""Lists in which those who should meet are neighbours, made from groups of entries that stand alike.

The seating takes neighbours; where two of them must not meet it looks further down the list. So every other
table is written backwards: then the next best partner is the one who sits in the same tier of the next table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from tournaments.pairing.stage import Candidate

Group = Sequence[Candidate]
Arrangement = Callable[[Group, int], list[list[Candidate]]]


def listed(groups: Iterable[Group], seats: int, arrangement: Arrangement) -> list[Candidate]:
    """One list of all groups, whose sizes add up to whole tables; the last of a group float to the next."""
    order: list[Candidate] = []
    floating: list[Candidate] = []
    for group in groups:
        pool = [*floating, *group]
        whole = len(pool) - len(pool) % seats
        tables = arrangement(pool[:whole], seats)
        order += chain.from_iterable(one[::-1] if place % 2 else one for place, one in enumerate(tables))
        floating = pool[whole:]
    return order


def slide(group: Group, seats: int) -> list[list[Candidate]]:
    """Tiers from top to bottom, one of each at a table: the first of every tier meet, then the second."""
    tables = len(group) // seats
    return [list(group[place::tables]) for place in range(tables)]


def fold(group: Group, seats: int) -> list[list[Candidate]]:
    """Tiers likewise, but the better one stands in the first tier, the weaker are those from the others."""
    tables = len(group) // seats
    tiers = [group[start : start + tables] for start in range(0, len(group), tables or 1)]
    return [[tiers[0][place], *(tier[-1 - place] for tier in tiers[1:])] for place in range(tables)]
