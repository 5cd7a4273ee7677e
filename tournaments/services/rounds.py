"""Rounds: drawn from the ratings before the last one, settled in order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from tournaments.errors import StateError
from tournaments.models import Action, Division, Entry, Fixture, Placing, Round, Season, User
from tournaments.pairing import Candidate, Ladder, Played, Stage, Table
from tournaments.pairing.ladder import MEMORY
from tournaments.ranking import Rating
from tournaments.services import audit, commits, fixtures, ratings
from tournaments.services.states import change, lock


@transaction.atomic
def draw(*, division: Division, now: datetime) -> Round:
    """Draws the next round; StateError where two are open already, or somebody else has drawn it."""
    number = division.drawn + 1
    lock(Season.objects.filter(pk=division.season_id))
    running = Division.objects.filter(season__state=Season.State.RUNNING, season__paused=False)
    change(running.filter(pk=division.pk, drawn=number - 1, settled__gte=number - 2), drawn=number)
    round = Round.objects.create(division=division, number=number, drawn_at=now)
    entries = division.entries.filter(state=Entry.State.IN).select_related("version__bot", "bot")
    by_pk = {entry.pk: entry for entry in entries}
    drawn = [
        (
            fixtures.in_season(division=division, round=round, table=table, kin=seated.kin),
            [fixtures.Competitor(by_pk[pk].version, by_pk[pk]) for pk in seated.entries],
        )
        for table, seated in enumerate(tables(division, number, by_pk.values()), 1)
    ]
    fixtures.draw(drawn)
    return round


def tables(division: Division, number: int, entries: Iterable[Entry]) -> list[Table]:
    """Who meets whom in a round; the house's least used sit down first."""
    before = Placing.objects.filter(fixture__round__division=division, fixture__round__number__lt=number)
    mus = _mus_before(before, number - 1)
    used = dict(
        before.filter(entry__house=True, fixture__replaces=None).values_list("entry").annotate(Count("pk"))
    )
    seated = {True: list[Candidate](), False: list[Candidate]()}
    for one in entries:
        rating = Rating(mus.get(one.pk, one.mu), one.sigma)
        seated[one.house].append(Candidate(one.pk, rating, one.bot.owner_id))
    seated[True].sort(key=lambda one: (used.get(one.entry, 0), one.entry))
    rounds = _played(before, number)
    return Ladder().draw(Stage(division.season.seats, seated[False], seated[True], rounds))


def _mus_before(placings: QuerySet[Placing], number: int) -> dict[int, float]:
    """Mu before a round that is settled already, so that it makes no difference whether it is."""
    settled = placings.filter(fixture__round__number=number).values_list("entry", "mu_before")
    return {entry: mu for entry, mu in settled if entry is not None and mu is not None}


def _played(placings: QuerySet[Placing], number: int) -> list[list[Played]]:
    """The tables of the rounds that are remembered."""
    rounds: defaultdict[int, defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    remembered = placings.filter(fixture__round__number__gte=number - MEMORY, fixture__replaces=None)
    for round, fixture, entry in remembered.values_list("fixture__round__number", "fixture", "entry"):
        if entry is not None:
            rounds[round][fixture].append(entry)
    return [[Played(tuple(one)) for one in rounds[round].values()] for round in sorted(rounds)]


@transaction.atomic
def settle(*, division: Division, now: datetime) -> Round:
    """Rates the fixtures of the oldest open round; StateError while one of them is unfinished."""
    number = division.settled + 1
    change(Division.objects.filter(pk=division.pk, settled=number - 1, drawn__gte=number), settled=number)
    round = division.rounds.get(number=number)
    if not complete(round):
        raise StateError(f"{round} is held or still being played")
    drawn = Round.objects.filter(pk=round.pk, state=Round.State.DRAWN, held=False)
    change(drawn, state=Round.State.SETTLED, settled_at=now)
    entries = {entry.pk: entry for entry in division.entries.all()}
    before = {pk: entry.rating for pk, entry in entries.items()}
    step = ratings.step(round, before, ratings.finished(round))
    for pk, rating in step.ratings.items():
        entries[pk].mu, entries[pk].sigma = rating
    Entry.objects.bulk_update(entries.values(), ("mu", "sigma"), batch_size=500)
    Placing.objects.bulk_update(step.placings, ratings.FIGURES, batch_size=500)
    commits.after(ratings.second_opinion, round, step)
    return round


def complete(round: Round) -> bool:
    """Whether it can be settled: all its fixtures are finished or given up, and nobody holds it."""
    return not round.held and not round.fixtures.filter(state__in=fixtures.UNFINISHED).exists()


@transaction.atomic
def hold(
    *, round: Round, by: User | None = None, reason: str = "", release_at: datetime | None = None
) -> Action:
    """Keeps its results from everybody, and from the ratings, until a set hour or until it is released."""
    drawn = Round.objects.filter(pk=round.pk, state=Round.State.DRAWN, held=False)
    change(drawn, held=True, release_at=release_at)
    _show(round, False)
    until = release_at.isoformat() if release_at else "it is released"
    return _noted("hold", round, by, reason, until=until)


@transaction.atomic
def release(*, round: Round, by: User | None = None, reason: str = "") -> Action:
    """Opens what has been played of a held round; it is settled as soon as it is complete."""
    change(Round.objects.filter(pk=round.pk, held=True), held=False, release_at=None)
    _show(round, True)
    return _noted("release", round, by, reason)


def _show(round: Round, released: bool) -> None:
    """Opens or closes its fixtures, and re-runs of them, which hold the same cards."""
    Fixture.objects.filter(Q(round=round) | Q(repeats__round=round)).update(released=released)


def _noted(verb: str, round: Round, by: User | None, reason: str, **details: str) -> Action:
    played = round.fixtures.filter(state=Fixture.State.FINISHED).count()
    return audit.note(
        by=by,
        verb=verb,
        subject=round,
        season=round.division.season,
        reason=reason,
        fixtures=round.fixtures.count(),
        played=played,
        **details,
    )
