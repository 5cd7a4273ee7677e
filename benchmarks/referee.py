"""The referee beside its peers: `python -m benchmarks.referee`, or `manage.py bench referee`.

Ours and a peer's take turns (A B A B …) in one process, by CPU time; the figure is the median of the rounds.
What it prints is a page of Markdown.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import exp, log
from statistics import mean

from benchmarks import ours, peers
from benchmarks.costs import Bench, Cost, Side, machine, version
from benchmarks.peers import Play
from referee.games import GAMES

PEERS: dict[str, tuple[int, str, Callable[[], Play]]] = {
    "pis_yedili": (4, "crazy_eights, 4 players", lambda: peers.open_spiel("crazy_eights", players=4)),
    "donkey": (3, "dou_dizhu, 3 players", lambda: peers.open_spiel("dou_dizhu")),
    "chicane": (2, "hearts, 4 players", lambda: peers.open_spiel("hearts")),
    "scandaroon": (3, "gin_rummy, 2 players", lambda: peers.open_spiel("gin_rummy")),
    "tuareg": (2, "gin_rummy, 2 players", lambda: peers.open_spiel("gin_rummy")),
}
"""By game: at how many seats, and OpenSpiel's game of like weight."""
FIRST = "pis_yedili"
"""Which of ours is set against RLCard's uno."""

PAGE = """\
# The referee

Written by `python3 manage.py bench referee --write` with {machine}.

Decisions a second of CPU time in uniformly random play, the legal moves enumerated at every decision,
forced ones included; ours and the peer's in turn, in one process, medians of {rounds} rounds of
{seconds:g} s. Absolute figures drift with the machine and its other work; the ratios hold.

Peers: {versions}.
OpenSpiel's C++ core is stepped from Python; its chance nodes as its documentation does it, by
`chance_outcomes`, but with a cheaper pick than a weighted one.

| ours | decisions/s | peer | decisions/s | ratio | demanded |
|---|---:|---|---:|---:|---:|
{rows}

{missed}

A record takes, for each decision: {sizes}.
"""

NEEDED = {
    "crazy_eights": "its core is C++, ours Python with moves as texts, whose time is spread over many short "
    "steps; a core of integers under the same moves would be needed",
    "env.run": "dealing, picking at random and the loop itself take more than a third of the time that the "
    "demand leaves; a core of integers would be needed",
    "views": "each question gets a view of all that is public, each move is told to every seat; compiled "
    "views, or news that all seats share, would be needed",
}
"""By a word of its row, what a demand that is missed would need."""


@dataclass(frozen=True)
class Row:
    """A comparison; `theirs` is None where the peer is not installed, `demand` what the ratio should be."""

    what: str
    peer: str
    ours: float
    theirs: float | None
    demand: float | None

    @property
    def ratio(self) -> float | None:
        """How many times faster."""
        return self.ours / self.theirs if self.theirs else None


def compared(
    bench: Bench,
    what: str,
    mine: Play,
    peer: str = "",
    make: Callable[[], Play] | None = None,
    demand: float | None = None,
) -> Row:
    """Ours and a peer's in turn, with what others left behind out of the garbage collector's way."""
    plays = [mine, *([made] if make and (made := installed(make)) else [])]
    gc.collect()
    gc.freeze()
    rates = [1 / cost for cost in bench.costs(*map(side, plays))]
    return Row(what, peer, rates[0], rates[1] if len(rates) > 1 else None, demand)


def installed(make: Callable[[], Play]) -> Play | None:
    """The peer, if it is there."""
    try:
        return make()
    except ImportError:
        return None


def side(play: Play) -> Side:
    """The CPU time of the decisions of some matches."""

    def cost(matches: int) -> Cost:
        began = time.process_time()
        decisions = play(matches)
        return Cost(time.process_time() - began, decisions)

    return cost


def rows(bench: Bench) -> Iterator[Row]:
    """All comparisons, one after the other."""
    of_games = [of_game(bench, name) for name in GAMES]
    yield from of_games
    pairs = [(row.ours, row.theirs) for row in of_games if row.theirs]
    if len(pairs) > 1:
        mine, theirs = (exp(mean(map(log, column))) for column in zip(*pairs, strict=True))
        yield Row(f"geometric mean of {len(pairs)} games", "", mine, theirs, 1.0)
    first, seats = GAMES[FIRST], PEERS[FIRST][0]
    what, play = f"{first.title}, {seats} seats", ours.bare(first, seats)
    yield compared(bench, what, play, "RLCard uno, `env.step`", peers.rlcard_step, 8.0)
    yield compared(bench, what, play, "RLCard uno, `env.run`", peers.rlcard_run, 12.0)
    play, what = ours.whole(first, seats), f"{what}, with views, validation, news, record"
    yield compared(bench, what, play, "RLCard uno, `env.step`", peers.rlcard_step, 5.0)


def of_game(bench: Bench, name: str) -> Row:
    """A game's rules beside OpenSpiel's game of like weight."""
    game = GAMES[name]
    seats, peer, make = PEERS.get(name, (game.tables[0], "", None))
    demand = 1.0 if name == FIRST else None
    return compared(bench, f"{game.title}, {seats} seats", ours.bare(game, seats), peer, make, demand)


def page(measured: list[Row], bench: Bench) -> str:
    """The table with what one must know to read it."""
    return PAGE.format(
        machine=machine(),
        rounds=bench.rounds,
        seconds=bench.seconds,
        versions=versions(),
        rows="\n".join(map(as_line, measured)),
        missed=shortfalls(measured),
        sizes=", ".join(map(size, GAMES)),
    )


def shortfalls(measured: list[Row]) -> str:
    """A sentence for each demand that is missed."""
    missed = [row for row in measured if row.ratio and row.demand and row.ratio < row.demand]
    return "\n".join(map(shortfall, missed)) or "No demand is missed."


def shortfall(row: Row) -> str:
    """By how much a demand is missed, and what would be needed."""
    short = f"{1 - (row.ratio or 0) / (row.demand or 1):.0%} short of {row.demand:g}×"
    about = f"{row.what} {row.peer}"
    needed = next((text for word, text in NEEDED.items() if word in about), "a faster core would be needed")
    return f"- {row.what}{' beside ' + row.peer if row.peer else ''}: {short}; {needed}."


def size(name: str) -> str:
    """How large a game's records are."""
    seats = PEERS.get(name, (GAMES[name].tables[0],))[0]
    return f"{GAMES[name].title} {ours.record_size(GAMES[name], seats):.0f} bytes"


def as_line(row: Row) -> str:
    """A row of the table."""
    theirs = f"{row.theirs:,.0f}" if row.theirs else "–"
    ratio = f"{row.ratio:.3g}×" if row.ratio else "–"
    demand = f"≥ {row.demand:g}×" if row.demand else "–"
    return f"| {row.what} | {row.ours:,.0f} | {row.peer or '–'} | {theirs} | {ratio} | {demand} |"


def versions() -> str:
    """Of the peers, with their licences."""
    licences = {"open-spiel": "Apache-2.0", "rlcard": "MIT"}
    found = {name: version(name) for name in licences}
    return ", ".join(
        f"{name} {seen} ({licences[name]})" if seen else f"{name} not installed"
        for name, seen in found.items()
    )


def main() -> None:
    """Prints the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5, help="a round of one side takes")
    parser.add_argument("--rounds", type=int, default=7)
    asked = parser.parse_args()
    bench = Bench(asked.seconds, asked.rounds)
    print(page(list(rows(bench)), bench), end="")


if __name__ == "__main__":
    main()
