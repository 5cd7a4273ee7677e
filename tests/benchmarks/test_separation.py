"""The same matches, scored in two ways."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import separation
from benchmarks.power import Estimator
from benchmarks.separation import Measured, Plan
from bots.play.clock import Clocks
from bots.play.fixture import Competitor, Order, PlayedMatch, seating
from referee.games import GAMES

CARDS = [10, 0]
"""By seat, what anybody makes of them; the first competitor makes 1 of nothing."""


def order(seats: int) -> Order:
    competitors = [Competitor(str(place), "", "bot.py", "python", "") for place in range(seats)]
    return Order(
        game="pis_yedili",
        rules={},
        clocks=Clocks(),
        seats=seats,
        order_seed="order",
        deals=["deal"],
        competitors=competitors,
    )


def match(order: Order, rotation: int, *, faulted: bool = False) -> PlayedMatch:
    """One of a deal whose first seat has the better cards."""
    seat = seating(order, 0, rotation).index(0)
    points = [max(1, points) if place == seat else points for place, points in enumerate(CARDS)]
    faults = [{"seat": seat}] if faulted else []
    return PlayedMatch(0, rotation, {"points": points, "faults": faults}, [], [], [])


@pytest.mark.parametrize(("faulted", "duplicate", "independent"), [(False, 0.75, [0, 1]), (True, 0, [0, 0])])
def test_by_duplicate_play_the_cards_do_not_count(
    faulted: bool, duplicate: float, independent: list[float]
) -> None:
    played = [match(order(2), rotation, faulted=faulted) for rotation in range(2)]
    by_fixture, by_match = separation.scored(order(2), played)
    assert (by_fixture.scores.tolist(), by_fixture.matches) == ([[duplicate]], 2)
    assert (sorted(by_match.scores[0]), by_match.matches) == (independent, 1)


def test_every_game_is_planned_at_its_smallest_table() -> None:
    planned = {(plan.game, plan.seats) for plan in separation.PLANS}
    assert planned >= {(name, game.tables[0]) for name, game in GAMES.items()}


def test_a_row_tells_how_many_times_as_many_matches_are_needed() -> None:
    duplicate = Estimator(np.array([[1.0], [0.5]]), 2)
    independent = Estimator(np.array([[1.0, 1.0], [1.0, 0.0]]), 1)
    first, second = separation.as_lines(Measured(Plan("donkey", 2, 2, 0.1), duplicate, independent, 0))
    assert first.startswith("| Donkey | 2 | 0.1 s | 2 | 0 | duplicate | +0.250 | 0.125 | 8 [2–∞] | ")
    assert second.endswith("| independent | +0.250 | 0.188 | 12 [1–∞] | 1.5 [0.5–1.5] |")


def test_where_nobody_is_better_there_is_nothing_to_compare() -> None:
    par = Estimator(np.array([[0.5], [0.5]]), 2)
    *_, last = separation.as_lines(Measured(Plan("donkey", 2, 2, 0.1), par, par, 0))
    assert last.endswith("| ∞ [∞–∞] | – |")
