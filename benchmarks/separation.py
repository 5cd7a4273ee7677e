"""What duplicate play is worth: `python -m benchmarks.separation`, or `manage.py bench separation`.

One `search` sits among copies of `sensible`. The same matches are scored in two ways, and each tells how many
matches it would take to tell the two apart. Prints a page of Markdown.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from benchmarks import scratch
from benchmarks.costs import machine
from benchmarks.power import Estimator, Floats, interval, needed, resampled
from bots.house import SEARCH, SENSIBLE, HouseBot
from bots.play.clock import Clocks
from bots.play.fixture import Order, PlayedMatch, entered, play_fixture, results
from bots.sandbox import open_launcher
from bots.upload.store import Store
from referee.duplicate import Result, fixture_points
from referee.games import GAMES

PAGE = """\
# What duplicate play is worth

Written by `python3 manage.py bench separation --write` with {machine}.

How many matches does it take until the 95 % interval of its mean score says that `search` is better than
`sensible`? One `search` sits among copies of `sensible`, and each deal is played in all rotations. The same
matches are scored in two ways, from 0 to 1, where a half is par:

- **duplicate**: its share of the fixture points of a deal, as in every fixture here. A deal takes as many
  matches as there are seats.
- **independent**: one match of each deal, drawn from its rotations; the score is the share of its opponents
  that did worse in that match. Mean and variance are those over all such draws.

An advantage is the mean less a half; the variance is that of one match: divided by the matches played it is
the variance of the mean. The matches needed are (1.96 · deviation / advantage)², in brackets the middle 95 %
of 2,000 sets of deals drawn from the deals that were played. The last column is how many times as many
matches independent deals need.

∞ means no lead: in the deals that were played, or in at least one of forty sets of them. `search` has small
banks here, so that a game takes minutes, and then it is hardly better than its guide; more deals and a larger
bank (`--deals`, `--bank`) narrow the brackets.

| game | seats | CPU bank | deals | faults | | advantage | variance | matches needed | times as many |
|---|---:|---:|---:|---:|---|---:|---:|---:|---:|
{rows}
"""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played."""

    game: str
    seats: int
    deals: int
    bank: float
    """Seconds of CPU a match, most of which `search` uses."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What came of it."""

    plan: Plan
    duplicate: Estimator
    independent: Estimator
    faults: int


PLANS = [
    Plan("pis_yedili", 2, 120, 0.1),
    Plan("pis_yedili", 4, 60, 0.1),
    Plan("donkey", 3, 60, 0.1),
    Plan("scandaroon", 2, 50, 0.5),
    Plan("tuareg", 2, 50, 0.5),
    Plan("chicane", 2, 10, 0.6),
]
"""The smallest table of each game and a larger one, with what `search` needs to see anything."""


def measured(plan: Plan) -> Measured:
    """Plays the deals and scores them."""
    with scratch.folder() as folder, open_launcher() as launcher:
        order = ordered(plan, store := Store(folder / "store"))
        matches = play_fixture(order, store, launcher).matches
    faults = sum(len(match.record["faults"]) for match in matches)
    return Measured(plan, *scored(order, matches), faults)


def ordered(plan: Plan, store: Store) -> Order:
    """The fixture, with `search` in the first place."""
    search, sensible = (HouseBot(plan.game, name).upload() for name in (SEARCH, SENSIBLE))
    uploads = [search, *[sensible] * (plan.seats - 1)]
    competitors = [entered(one, store, dice=f"dice {place}") for place, one in enumerate(uploads)]
    return Order(
        game=plan.game,
        rules={},
        clocks=Clocks(bank=plan.bank, move_cap=plan.bank),
        seats=plan.seats,
        order_seed="order",
        deals=[f"separation {deal}" for deal in range(plan.deals)],
        competitors=competitors,
    )


def scored(order: Order, matches: Sequence[PlayedMatch]) -> tuple[Estimator, Estimator]:
    """The first competitor's scores by duplicate play and by independent deals."""
    deals = [[match for match in matches if match.deal == deal] for deal in range(len(order.deals))]
    duplicate = [[share(results(order, rotations), order.seats)] for rotations in deals]
    independent = [[share(at_one_seat(results(order, [match]))) for match in deal] for deal in deals]
    return Estimator(np.array(duplicate), order.seats), Estimator(np.array(independent), 1)


def share(found: Sequence[Result], hands: int = 1) -> float:
    """The first competitor's share of the fixture points that it could win with so many hands."""
    points = fixture_points(found)
    return points[0] / (hands * (len(points) - 1))


def at_one_seat(found: Sequence[Result]) -> list[Result]:
    """Results that count as if all had held the same cards."""
    return [replace(result, seat=0) for result in found]


def as_lines(one: Measured) -> Iterator[str]:
    """The two rows of a table of a game."""
    plan, sets = one.plan, resampled(one.plan.deals)
    about = [GAMES[plan.game].title, plan.seats, f"{plan.bank:g} s", plan.deals, one.faults]
    by = [needed(each.scores[sets], each.matches) for each in (one.duplicate, one.independent)]
    ratio = times(one.duplicate, one.independent, *by)
    for name, each, many, told, more in (
        ("duplicate", one.duplicate, by[0], about, ""),
        ("independent", one.independent, by[1], [""] * len(about), ratio),
    ):
        count = figures(each.needed, many, ",.0f")
        cells = [*told, name, f"{each.advantage:+.3f}", f"{each.variance:.3f}", count, more]
        yield "| " + " | ".join(map(str, cells)) + " |"


def times(duplicate: Estimator, independent: Estimator, few: Floats, many: Floats) -> str:
    """How many times as many matches, with those sets of deals in which both tell the two apart."""
    if np.isinf([duplicate.needed, independent.needed]).any():
        return "–"
    told = np.isfinite(few) & np.isfinite(many)
    return figures(independent.needed / duplicate.needed, many[told] / few[told], ".1f")


def figures(value: float, many: Floats, form: str) -> str:
    """A figure with its interval."""
    shown = [f"{each:{form}}".replace("inf", "∞") for each in (value, *interval(many))]
    return "{} [{}–{}]".format(*shown)


def plans(asked: argparse.Namespace) -> list[Plan]:
    """Those that are asked for."""
    chosen = [plan for plan in PLANS if not asked.game or plan.game in asked.game]
    return [replace(plan, deals=asked.deals or plan.deals, bank=asked.bank or plan.bank) for plan in chosen]


def main() -> None:
    """Prints the page; one game is played on each core, as clocks are of CPU."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", choices=sorted(GAMES))
    parser.add_argument("--deals", type=int)
    parser.add_argument("--bank", type=float)
    asked = parser.parse_args()
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        found = list(pool.map(measured, plans(asked)))
    rows = "\n".join(line for one in found for line in as_lines(one))
    print(PAGE.format(machine=machine(), rows=rows), end="")


if __name__ == "__main__":
    main()
