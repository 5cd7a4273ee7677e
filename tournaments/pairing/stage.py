"""What every format is told and what it tells: entries, tables, a stage of a season so far, standings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from tournaments.ranking import Rating

Met = Mapping[frozenset[int], int]
"""How often a set of entries has been a table before."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry that competes; without an owner it may sit with anyone."""

    entry: int
    rating: Rating
    owner: int | None = None
    playing: bool = True
    """False: withdrawn or disqualified, so it gets no chair any more."""


@dataclass(frozen=True, slots=True)
class Table:
    """Entries that meet, best rating first; `kin`: two of one owner had to."""

    entries: tuple[int, ...]
    kin: bool


@dataclass(frozen=True, slots=True)
class Played:
    """A table of an earlier round: who sat there and, in the same order, their ranks in the fixture."""

    entries: tuple[int, ...]
    ranks: tuple[float, ...] | None = None
    """The lowest is best, equals tie; none: void, its entries are excused."""
    extra: tuple[float, ...] | None = None
    """Their ranks in the one more deal that broke a tie, where there was one."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One format's part of a season, as far as it has come."""

    seats: int
    candidates: Sequence[Candidate]
    """Open formats: who is in, rated as of now. Others: all who began, rated as of then, in any order."""
    house: Sequence[Candidate]
    """Who fills empty chairs, in the order in which they sit down; once a round each."""
    rounds: Sequence[Sequence[Played]] = ()

    @property
    def playing(self) -> list[Candidate]:
        """Who still wants a chair, best rating first."""
        return sorted((one for one in self.candidates if one.playing), key=by_rating)

    def fillers(self, seated: int) -> list[Candidate]:
        """House entries for the chairs that so many leave empty; ValueError where there are too few."""
        empty = -seated % self.seats
        if empty > len(self.house):
            raise ValueError(f"{empty} empty chairs and {len(self.house)} house entries")
        return list(self.house[:empty])

    def met(self, last: int | None = None) -> Counter[frozenset[int]]:
        """How often each table met in the last so many rounds, or in all."""
        rounds = self.rounds if last is None else self.rounds[-last:]
        return Counter(frozenset(table.entries) for tables in rounds for table in tables)


@dataclass(frozen=True, slots=True)
class Standing:
    """An entry in the ranking of a stage; what the figures are is the format's to say."""

    entry: int
    points: float
    tiebreak: float
    seed: float
    """The mean of the rating by which it is ordered where both are equal; after that its number decides."""


class Format(Protocol):
    """A way to run a stage; equal stages give equal answers, and nothing is remembered between them."""

    open: ClassVar[bool]
    """Whether entries may join after the first round, and the ratings of the moment count."""

    @property
    def lag(self) -> int:
        """So many rounds may be unfinished when the next is drawn; their results are not looked at."""

    def length(self, stage: Stage) -> int | None:
        """The rounds it takes in all, where nobody withdraws and nothing is void; None: that is open."""

    def draw(self, stage: Stage) -> list[Table]:
        """The next round; no tables: the stage is complete. ValueError where a tie is still to be broken."""

    def undecided(self, stage: Stage) -> list[int]:
        """Which tables of the last round need one more deal, by their places in it."""

    def ranking(self, stage: Stage) -> list[Standing]:
        """All candidates, the best first, in an order without ties: the first so many go on."""


def by_rating(one: Candidate) -> tuple[float, int]:
    """Sorts the best rating first, equals by entry."""
    return -one.rating.mu, one.entry


def table(members: Sequence[Candidate]) -> Table:
    """They meet."""
    owners = [one.owner for one in members if one.owner is not None]
    entries = tuple(one.entry for one in sorted(members, key=by_rating))
    return Table(entries, len(set(owners)) < len(owners))
