"""The test behind `caravan compare`: how often it errs when somebody looks after every fixture."""

from collections import Counter
from collections.abc import Callable
from itertools import product
from math import exp, prod, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.cli.sequential import ERROR, Sequential, Verdict, log_wealth

RUNS, LOOKS = 400, 120
CHANCE = 3 * sqrt(ERROR * (1 - ERROR) / RUNS)
"""Three standard errors of a rate over so many runs."""

Draw = Callable[[Random, float], float]
"""The next difference, given the mean of those before."""


def coin(rng: Random, _: float) -> float:
    return rng.choice((-1.0, 1.0))


def rare(rng: Random, _: float) -> float:
    return 1.0 if rng.random() < 0.1 else -1 / 9


def small(rng: Random, _: float) -> float:
    return rng.choice((-0.25, 0.0, 0.0, 0.25))


def lulled(rng: Random, before: float) -> float:
    """Wild while it is behind, tame while ahead; 0 on average whatever came before."""
    return rng.choice((-1.0, 1.0)) * (1.0 if before <= 0 else 0.1)


def run(draw: Draw, number: int, shift: float = 0.0) -> Sequential:
    """Looks after each difference until there is a verdict."""
    rng, test = Random(f"{draw.__name__}/{number}"), Sequential()
    while test.count < LOOKS and test.verdict is Verdict.OPEN:
        test.add(max(-1.0, min(1.0, draw(rng, test.mean) + shift)))
    return test


@pytest.mark.parametrize("draw", [coin, rare, small, lulled])
def test_of_two_that_are_equal_one_is_called_better_no_oftener_than_promised(
    draw: Draw, record_property: Callable[[str, object], None]
) -> None:
    wrong = sum(run(draw, number).verdict is not Verdict.OPEN for number in range(RUNS))
    record_property("simulated comparisons", RUNS)
    assert wrong / RUNS <= ERROR + CHANCE


def test_each_side_has_half_of_the_error() -> None:
    verdicts = Counter(run(coin, number).verdict for number in range(RUNS))
    assert max(verdicts[Verdict.BETTER], verdicts[Verdict.WORSE]) / RUNS <= ERROR / 2 + CHANCE


@pytest.mark.parametrize(("shift", "right"), [(0.3, Verdict.BETTER), (-0.3, Verdict.WORSE)])
def test_what_differs_is_found_long_before_the_end(shift: float, right: Verdict) -> None:
    found = [run(small, number, shift) for number in range(40)]
    assert {test.verdict for test in found} == {right}
    assert sum(test.count for test in found) / len(found) < LOOKS / 4


@pytest.mark.parametrize("claim", [-0.4, 0.0, 0.2])
def test_on_average_bets_against_what_is_true_win_nothing(claim: float) -> None:
    """Not by chance: over all ways in which six differences can come out."""
    chances = {1.0: 0.25 + claim / 2, 0.0: 0.5, -1.0: 0.25 - claim / 2}
    expected = sum(
        prod(chances[value] for value in values) * exp(log_wealth(Counter(values), claim))
        for values in product(chances, repeat=6)
    )
    assert expected == pytest.approx(1)


@given(st.lists(st.integers(-24, 24).map(lambda part: part / 24), max_size=60))
def test_the_interval_holds_the_mean_and_says_what_the_verdict_says(differences: list[float]) -> None:
    test = Sequential()
    for difference in differences:
        test.add(difference)
    low, high = test.interval
    assert -1 <= low <= test.mean <= high <= 1
    assert (low > 0, high < 0) == (test.verdict is Verdict.BETTER, test.verdict is Verdict.WORSE)


def test_equal_play_is_never_told_apart() -> None:
    test = Sequential()
    for _ in range(1000):
        test.add(0.0)
    assert test.verdict is Verdict.OPEN
    assert test.interval.high < 0.02


def test_what_is_no_difference_of_shares_is_refused() -> None:
    with pytest.raises(ValueError, match="no difference"):
        Sequential().add(1.01)
