"""Stages for tests: made-up fields and results."""

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from tournaments.pairing import Candidate, Played, Stage
from tournaments.ranking import Rating


def candidate(entry, mu=25.0, owner=None, playing=True):
    return Candidate(entry, Rating(mu, 2.0), owner, playing)


def house(seats):
    return [candidate(-1 - k, 20.0) for k in range(seats - 1)]


def field(owners):
    """Entries 0, 1, 2 … of these owners, the strongest first."""
    return [candidate(k, 25.0 - k / 8, owner) for k, owner in enumerate(owners)]


def stage(entries, seats, rounds=()):
    return Stage(seats, entries, house(seats), rounds)


@st.composite
def fields(draw, most=40, sizes=(2, 12), least=0):
    owners = draw(st.lists(st.one_of(st.none(), st.integers(0, 12)), min_size=least, max_size=most))
    mus = draw(st.lists(st.floats(0, 50), min_size=len(owners), max_size=len(owners)))
    entries = [candidate(k, mu, owner) for k, (mu, owner) in enumerate(zip(mus, owners, strict=True))]
    return stage(entries, draw(st.integers(*sizes)))


def finish(table, rng, ties=0.2):
    """Ranks out of the air, some of them equal."""
    ranks = []
    for place in range(len(table.entries)):
        ranks.append(ranks[-1] if ranks and rng.random() < ties else place + 1)
    rng.shuffle(ranks)
    return Played(table.entries, tuple(ranks))


def by_strength(table):
    """The lower number wins; a house entry loses."""
    order = sorted(table.entries, key=lambda entry: (entry < 0, entry))
    return Played(table.entries, tuple(order.index(entry) + 1 for entry in table.entries))


def after(stage, played):
    return replace(stage, rounds=(*stage.rounds, tuple(played)))


def played_out(format, stage, finish=by_strength, most=200):
    """The stage at its end; one more deal is played where one is needed."""
    for _ in range(most):
        tables = format.draw(stage)
        if not tables:
            return stage
        stage = settled(format, after(stage, map(finish, tables)))
    raise AssertionError("it goes on and on")


def settled(format, stage, rng=None):
    """The last round with the extra deals that it needs."""
    rng = rng or Random(0)
    tables = list(stage.rounds[-1])
    for place in format.undecided(stage):
        tables[place] = replace(tables[place], extra=finish(tables[place], rng).ranks)
    return replace(stage, rounds=(*stage.rounds[:-1], tuple(tables)))
