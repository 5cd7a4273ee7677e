"""Ratings as a fold over a season's numbered rounds and events; it can be done again and gives the same."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from django.db.models import QuerySet

from tournaments import oracle
from tournaments.models import Division, Fixture, Placing, Round, Season, SeasonEvent
from tournaments.ranking import Rating
from tournaments.services import counting
from tournaments.settling import Constants, Table, settled, widened

ALARM = 1e-6
RATED = ("mu_before", "sigma_before", "mu_after", "sigma_after")
FIGURES = ("fixture_points", "rank", *RATED)
"""Of a placing."""
SEATED = ("number", "entry", "fixture__round", "fixture__kin")
"""What else of it is read."""
STANDING = ("mu", "sigma", "fixtures", "ranks", "faults")
"""Of an entry, after the last round settled."""
log = logging.getLogger(__name__)

Ratings = Mapping[int, Rating]


@dataclass(frozen=True, slots=True)
class Step:
    """A round: the ratings after it, and its placings with their figures filled in, not saved."""

    ratings: Ratings
    placings: list[Placing]


def constants(season: Season) -> Constants:
    """What the season froze."""
    return Constants(season.beta, season.tau, season.draw_probability, season.widening)


@dataclass(frozen=True, slots=True)
class Terms:
    """By what the rounds of a division are rated, beside what was played."""

    constants: Constants
    dropped: set[int]
    """Entries whose results do not count."""
    renewed: Mapping[int, Sequence[int]]
    """By the round after which it was: entries with a new version, in order."""


def terms(division: Division) -> Terms:
    """As they are now."""
    renewed: defaultdict[int, list[int]] = defaultdict(list)
    events = SeasonEvent.objects.filter(kind=SeasonEvent.Kind.VERSION, entry__division=division)
    for after, entry in events.order_by("number").values_list("after_round", "entry"):
        renewed[after].append(entry)
    return Terms(constants(division.season), counting.dropped(division.pk), renewed)


def finished(*rounds: Round, tie_breaks: bool = False) -> list[list[Placing]]:
    """The placings of each finished fixture of these rounds, by their numbers; or of those that broke a tie.

    Only the former are rated.
    """
    rows: defaultdict[int, list[Placing]] = defaultdict(list)
    placings = Placing.objects.filter(
        fixture__round__in=rounds,
        fixture__state=Fixture.State.FINISHED,
        fixture__breaks__isnull=not tie_breaks,
    )
    read = placings.select_related("fixture").only(*FIGURES, *SEATED).order_by("fixture_id", "number")
    for placing in read:
        rows[placing.fixture_id].append(placing)
    return list(rows.values())


def step(number: int, before: Ratings, seated: Sequence[Sequence[Placing]], terms: Terms) -> Step:
    """What a round makes of the ratings: new versions widen sigma, then each finished fixture is rated.

    Who has no rank, as its results were dropped, is left out.
    """
    ratings = widened(before, terms.renewed.get(number - 1, ()), terms.constants)
    counted = [[one for one in placings if one.rank is not None] for placings in seated]
    tables = [_table(placings) for placings in counted if placings]
    changes = [change for changes in settled(ratings, tables, terms.constants) for change in changes]
    entries = [entry for table in tables for entry in table.entries]
    for entry, placing, change in zip(entries, chain(*counted), changes, strict=True):
        placing.mu_before, placing.sigma_before = change.before
        placing.mu_after, placing.sigma_after = ratings[entry] = change.after
    return Step(ratings, list(chain(*seated)))


def drop(seated: Sequence[Sequence[Placing]], dropped: Collection[int]) -> None:
    """Takes the results of dropped entries from the tables at which they sat, ranking the others anew."""
    gone = [one for placings in seated for one in placings if one.entry_id in dropped]
    fixtures = {one.fixture_id for one in gone}
    if gone:
        counting.count([placings for placings in seated if placings[0].fixture_id in fixtures], dropped)
    for placing in gone:
        for name in FIGURES:
            setattr(placing, name, None)


def _table(placings: Sequence[Placing]) -> Table:
    entries = tuple(placing.entry_id for placing in placings if placing.entry_id is not None)
    ranks = tuple(placing.rank for placing in placings if placing.rank is not None)
    return Table(entries, ranks, placings[0].fixture.kin)


def second_opinion(round: Round, step: Step) -> float:
    """How far the `trueskill` package is from a settled round, written down; an alarm beyond 1e-6."""
    season = round.division.season
    rows: defaultdict[int, list[Placing]] = defaultdict(list)
    for placing in step.placings:
        if placing.rank is not None:
            rows[placing.fixture_id].append(placing)
    worst = max((_distance(season, placings) for placings in rows.values()), default=0.0)
    Round.objects.filter(pk=round.pk).update(disagreement=worst)
    if worst > ALARM:
        log.error("%s: the second opinion differs by %g", round, worst)
    return worst


def unheard(season: Season) -> QuerySet[Round]:
    """Settled rounds without a second opinion, as whoever settled them died before the answer."""
    return Round.objects.filter(
        division__season=season, state=Round.State.SETTLED, disagreement=None
    ).select_related("division__season")


def ask_again(*, round: Round) -> None:
    """Asks for the second opinion on a round from what is stored."""
    second_opinion(round, Step({}, list(chain(*finished(round)))))


def _distance(season: Season, placings: list[Placing]) -> float:
    before = [Rating(placing.mu_before or 0, placing.sigma_before or 0) for placing in placings]
    after = [Rating(placing.mu_after or 0, placing.sigma_after or 0) for placing in placings]
    if placings[0].fixture.kin or len(placings) < 2:
        return oracle.distance(before, after)
    frozen = constants(season)
    theirs = oracle.rate(
        before,
        [placing.rank or 0 for placing in placings],
        beta=frozen.beta,
        tau=frozen.tau,
        draw_probability=frozen.draw_probability,
    )
    return oracle.distance(after, theirs)
