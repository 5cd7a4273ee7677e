"""One step of the fold that makes a season's ratings: a round, all rated from the ratings before it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.ranking import Rating, rate


@dataclass(frozen=True, slots=True)
class Constants:
    """What a season froze at its start."""

    beta: float
    tau: float
    draw_probability: float
    widening: float


@dataclass(frozen=True, slots=True)
class Table:
    """A finished fixture: its entries and their ranks; kin, and fewer than two, are not rated."""

    entries: tuple[int, ...]
    ranks: tuple[int, ...]
    kin: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """What a fixture did to an entry."""

    before: Rating
    after: Rating


def widened(ratings: Mapping[int, Rating], entries: Iterable[int], constants: Constants) -> dict[int, Rating]:
    """The ratings with which a round begins, once for each new version among the entries."""
    changed = dict(ratings)
    for entry in entries:
        changed[entry] = changed[entry].widened(constants.widening)
    return changed


def settled(
    ratings: Mapping[int, Rating], tables: Sequence[Table], constants: Constants
) -> list[list[Change]]:
    """By table and place: the changes. No entry sits twice, so the order of the tables says nothing."""
    return [_table(table, [ratings[entry] for entry in table.entries], constants) for table in tables]


def _table(table: Table, before: Sequence[Rating], constants: Constants) -> list[Change]:
    after = (
        before
        if table.kin or len(before) < 2
        else rate(
            before,
            table.ranks,
            beta=constants.beta,
            tau=constants.tau,
            draw_probability=constants.draw_probability,
        )
    )
    return [Change(one, other) for one, other in zip(before, after, strict=True)]
