"""What a stage's tables say about its entries: shares of the others beaten, and who they were."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from statistics import fmean

from tournaments.pairing.stage import Played

Rounds = Sequence[Sequence[Played]]


def shares(rounds: Rounds) -> dict[int, Fraction]:
    """Of the others at its tables, the share that an entry beat, a tie is a half: the mean over its tables.

    Exact, so that equal ones are equal. Void tables count for nobody.
    """
    won: defaultdict[int, Fraction] = defaultdict(Fraction)
    tables: defaultdict[int, int] = defaultdict(int)
    for entries, ranks in _finished(rounds):
        for entry, rank in zip(entries, ranks, strict=True):
            halves = sum((other > rank) + (other >= rank) for other in ranks) - 1
            won[entry] += Fraction(halves, 2 * (len(ranks) - 1))
            tables[entry] += 1
    return {entry: won[entry] / tables[entry] for entry in won}


def buchholz(rounds: Rounds) -> dict[int, float]:
    """How strong an entry's opponents were: the mean of their shares."""
    share = _floats(shares(rounds))
    met: defaultdict[int, list[float]] = defaultdict(list)
    for entries, _ in _finished(rounds):
        whole = sum(share[entry] for entry in entries)
        for entry in entries:
            met[entry].append((whole - share[entry]) / (len(entries) - 1))
    return _rounded(met)


def sonneborn_berger(rounds: Rounds) -> dict[int, float]:
    """How strong the opponents were whom an entry beat: the mean of their shares, a half where they tied."""
    share = _floats(shares(rounds))
    beaten: defaultdict[int, list[float]] = defaultdict(list)
    for entries, ranks in _finished(rounds):
        seated = list(zip(entries, ranks, strict=True))
        for entry, rank in seated:
            worth = [((r > rank) + (r >= rank)) / 2 * share[other] for other, r in seated if other != entry]
            beaten[entry].append(fmean(worth))
    return _rounded(beaten)


def _finished(rounds: Rounds) -> list[tuple[tuple[int, ...], tuple[float, ...]]]:
    played = (table for tables in rounds for table in tables)
    return [(one.entries, one.ranks) for one in played if one.ranks is not None and len(one.ranks) > 1]


def _floats(shares: Mapping[int, Fraction]) -> dict[int, float]:
    return {entry: float(share) for entry, share in shares.items()}


def _rounded(values: Mapping[int, Sequence[float]]) -> dict[int, float]:
    """Means in which the order of the tables has left no trace."""
    return {entry: round(fmean(one), 9) for entry, one in values.items()}
