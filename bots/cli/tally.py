"""How the entrants stand after some deals: shares of fixture points with their uncertainty."""

from collections.abc import Sequence
from math import sqrt
from statistics import mean, stdev

from msgspec import Struct

from bots.play.fixture import Order, PlayedMatch, results
from referee.duplicate import fixture_points


class Standing(Struct, frozen=True):
    """One entrant so far."""

    name: str
    share: float
    """Of the fixture points it could win: 0.5 is par at any table."""
    margin: float
    """Half the width of the 95 % interval."""
    points: float
    """In the game, a match."""
    cpu: float
    """Seconds a match."""
    faults: int


class Tally:
    """Counts matches as they are played; a deal counts for the shares when all its rotations are in."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._open: dict[tuple[str, int], list[PlayedMatch]] = {}
        self._shares: list[list[float]] = [[] for _ in names]
        self._points: list[list[int]] = [[] for _ in names]
        self._cpu: list[list[float]] = [[] for _ in names]
        self._faults = [0 for _ in names]
        self.deals = 0

    def add(self, order: Order, match: PlayedMatch) -> None:
        """Counts one match."""
        for result in results(order, [match]):
            self._points[result.competitor].append(result.points)
            self._cpu[result.competitor].append(match.cpu[result.seat])
            self._faults[result.competitor] += result.faulted
        rotations = self._open.setdefault((order.number, match.deal), [])
        rotations.append(match)
        if len(rotations) == order.seats:
            self._close(order, rotations)
            del self._open[order.number, match.deal]

    def _close(self, order: Order, rotations: Sequence[PlayedMatch]) -> None:
        for all_shares, share in zip(self._shares, shares(order, rotations), strict=True):
            all_shares.append(share)
        self.deals += 1

    def told(self) -> str:
        """The shares so far, in a line."""
        rows = self.standings() if self.deals else []
        return "".join(f"   {row.name} {percent(row)}" for row in rows)

    def standings(self) -> list[Standing]:
        """The best first."""
        rows = [
            Standing(name, _mean(shares), _margin(shares), _mean(points), _mean(cpu), faults)
            for name, shares, points, cpu, faults in zip(
                self._names, self._shares, self._points, self._cpu, self._faults, strict=True
            )
        ]
        return sorted(rows, key=lambda row: (-row.share, row.faults))


def shares(order: Order, matches: Sequence[PlayedMatch]) -> list[float]:
    """By competitor, what it has of the fixture points that it could win in whole deals."""
    best = len(matches) * (order.seats - 1)
    return [points / best for points in fixture_points(results(order, matches))]


def percent(row: Standing) -> str:
    """A share with its interval."""
    return f"{row.share:.1%} ± {row.margin:.1%}"


def _mean(values: Sequence[float]) -> float:
    return round(mean(values), 6) if values else 0.0


def _margin(shares: Sequence[float]) -> float:
    """By the spread from deal to deal: deals are independent, the matches of one are not.

    A deal won and one lost are assumed beside them, so that a few equal deals do not look like certainty.
    """
    assumed = [*shares, 0.0, 1.0]
    return min(0.5, round(1.96 * stdev(assumed) / sqrt(len(assumed)), 6))
