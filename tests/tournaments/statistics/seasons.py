"""Seasons for tests: results drawn from TrueSkill's own model, so that the truth is known."""

from itertools import pairwise
from math import sqrt
from random import Random
from statistics import NormalDist

from tournaments.ranking import BETA, Rating
from tournaments.statistics.rows import Finished


def finished(ranks, entries=None, before=None):
    """A fixture with these ranks, of entries 0, 1, 2 … and newcomers if nothing else is said."""
    entries = tuple(range(len(ranks))) if entries is None else entries
    return Finished(tuple(entries), tuple(ranks), tuple(before or [Rating()] * len(ranks)))


def season(fixtures, seats, *, entries=30, beta=BETA, draw_probability=0.1, seed=1, favour=(), gift=0.0):
    """Fixtures of entries whose skills are known: rank by skill and noise, close ones tie with the next.

    Where all of `favour` sit at one table each of them is better by `gift`.
    """
    rng = Random(seed)
    skills = [rng.gauss(25, 6) for _ in range(entries)]
    margin = NormalDist().inv_cdf((draw_probability + 1) / 2) * sqrt(2) * beta
    made = []
    for _ in range(fixtures):
        table = rng.sample(range(entries), seats)
        shown = {k: skills[k] + rng.gauss(0, beta) for k in table}
        if set(favour) <= set(table):
            shown.update({k: shown[k] + gift for k in favour})
        made.append(finished(_ranks(table, shown, margin), table, [Rating(skills[k], 0.0) for k in table]))
    return made


def _ranks(table, shown, margin):
    order = sorted(table, key=lambda k: -shown[k])
    ranks = {order[0]: 1}
    for place, (better, worse) in enumerate(pairwise(order), 2):
        ranks[worse] = ranks[better] if shown[better] - shown[worse] < margin else place
    return [ranks[k] for k in table]
