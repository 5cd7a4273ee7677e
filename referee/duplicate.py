"""Duplicate play: everybody plays every hand of a deal and is compared with who held the same cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from referee.game import Seat


@dataclass(frozen=True, slots=True)
class Result:
    """How a competitor did with the cards of one seat in one deal."""

    deal: int
    seat: Seat
    competitor: int
    points: int
    faulted: bool = False


def seating(order_seed: str, seats: int, deal: int, rotation: int) -> list[int]:
    """By seat, which competitor sits there: the deal has an order of its own, which is turned."""
    rng = Random(f"{order_seed}/{deal}")  # noqa: S311 to be repeated, not to be secret
    keys = [rng.random() for _ in range(seats)]
    circle = sorted(range(seats), key=keys.__getitem__)
    return [circle[(seat + rotation) % seats] for seat in range(seats)]


def fixture_points(results: Sequence[Result]) -> list[float]:
    """By competitor: one for every other that did worse with the same cards, a half for an equal one."""
    held: dict[tuple[int, int], list[Result]] = {}
    for result in results:
        held.setdefault((result.deal, result.seat), []).append(result)
    points = [0.0] * (1 + max((result.competitor for result in results), default=-1))
    for rivals in held.values():
        for one in rivals:
            points[one.competitor] += sum(_beats(one, other) for other in rivals if other is not one)
    return points


def _beats(one: Result, other: Result) -> float:
    """A faulted result is below every other, two faulted ones are equal."""
    mine, theirs = ((not result.faulted, 0 if result.faulted else result.points) for result in (one, other))
    return 0.5 if mine == theirs else float(mine > theirs)
