"""Lists in which those who should meet are neighbours, made from groups of entries that stand alike.

The seating takes neighbours; where two of them must not meet it looks further down the list. So every other
table is written backwards: then the next best partner is the one who sits in the same tier of the next table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tournaments.pairing.stage import Candidate

Group = Sequence[Candidate]
Arrangement = Callable[[Group, int], list[list[Candidate]]]


def pools(groups: Iterable[Group], seats: int) -> list[list[Candidate]]:
    """The groups in whole tables, if all of them are; the last of a group float to the next."""
    whole: list[list[Candidate]] = []
    floating: list[Candidate] = []
    for group in groups:
        pool = [*floating, *group]
        tables = len(pool) // seats * seats
        whole.append(pool[:tables])
        floating = pool[tables:]
    return whole


def listed(pool: Group, seats: int, arrangement: Arrangement) -> list[Candidate]:
    """The tables of a pool one after another, every other one backwards."""
    tables = arrangement(pool, seats)
    return [one for place, table in enumerate(tables) for one in (table[::-1] if place % 2 else table)]


def slide(group: Group, seats: int) -> list[list[Candidate]]:
    """Tiers from top to bottom, one of each at a table: the first of every tier meet, then the second."""
    tables = len(group) // seats
    return [list(group[place::tables]) for place in range(tables)]


def fold(group: Group, seats: int) -> list[list[Candidate]]:
    """Tiers likewise, but the better one stands in the first tier, the weaker are those from the others."""
    tables = len(group) // seats
    tiers = [group[start : start + tables] for start in range(0, len(group), tables or 1)]
    return [[tiers[0][place], *(tier[-1 - place] for tier in tiers[1:])] for place in range(tables)]
