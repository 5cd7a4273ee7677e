"""The stages of a division: what a format is told of one, who begins it, in which order it ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db import transaction
from django.db.models import F

from tournaments import final_table, stages
from tournaments.models import Division, Entry, Fixture, Qualifier, Round, Season
from tournaments.pairing import Candidate, Format, Stage, Standing, told
from tournaments.pairing.ladder import MEMORY
from tournaments.ranking import Rating
from tournaments.services import audit, news, played
from tournaments.services.states import change, changed, lock


def plan(division: Division) -> list[stages.Stage]:
    """All stages of its season."""
    return stages.read(division.season.stages)


def format_of(division: Division, stage: int) -> Format:
    """How a stage of the division is paired."""
    return stages.format_of(plan(division)[stage - 1])


def before(division: Division, number: int, entries: Iterable[Entry]) -> Stage:
    """What the format is told when it draws a round for those who are in.

    Ratings are those before the last round, so that it makes no difference whether that is settled.
    """
    last = played.placings(division, division.stage).filter(fixture__round__number=number - 1)
    settled = last.exclude(mu_before=None).values_list("entry", "mu_before")
    mus = {entry: mu for entry, mu in settled if entry is not None and mu is not None}
    return _stage(division, division.stage, number, list(entries), mus)


def ended(division: Division, stage: int) -> Stage:
    """All that was played in a stage by those who were in it and are not disqualified."""
    entries = division.entries.filter(stage__gte=stage).exclude(state=Entry.State.DISQUALIFIED)
    return _stage(division, stage, division.rounds.count() + 1, list(entries.select_related("bot")), {})


def _stage(
    division: Division, stage: int, number: int, entries: list[Entry], mus: Mapping[int, float]
) -> Stage:
    open = format_of(division, stage).open
    filled = played.chairs_filled(division, number)
    house = sorted((one for one in entries if one.house), key=lambda one: (filled.get(one.pk, 0), one.number))
    others = [one for one in entries if not one.house and one.stage >= stage]
    return Stage(
        seats=division.season.seats,
        candidates=[_candidate(one, mus) for one in others] if open else _qualified(division, stage),
        house=[_candidate(one, mus) for one in house],
        rounds=played.rounds(division, stage, number, MEMORY if open else None),
    )


def _candidate(entry: Entry, mus: Mapping[int, float]) -> Candidate:
    return Candidate(entry.number, Rating(mus.get(entry.pk, entry.mu), entry.sigma), entry.bot.owner_id)


def _qualified(division: Division, stage: int) -> list[Candidate]:
    """Who began a closed stage, whatever became of them."""
    rows = Qualifier.objects.filter(entry__division=division, stage=stage)
    return [
        Candidate(entry.number, one.rating, entry.bot.owner_id, plays(entry))
        for one in rows.select_related("entry__bot__owner")
        for entry in [one.entry]
    ]


def plays(entry: Entry) -> bool:
    """Whether it may get a chair in the next draw."""
    return entry.state == Entry.State.IN and not entry.bot.stands_still


def undecided(round: Round) -> list[Fixture]:
    """The tables of a round, all of it played, where one more deal has to say who goes on."""
    format = format_of(round.division, round.stage)
    if format.lag:  # it draws without looking at the last round
        return []
    last_tries = round.fixtures.filter(breaks=None, replacement=None)
    tables = sorted(last_tries, key=lambda fixture: told.place(fixture.number))
    return [tables[place] for place in format.undecided(ended(round.division, round.stage))]


def ranking(division: Division, stage: int) -> list[Entry]:
    """Who was in a stage, the best first; the house and who was disqualified are left out."""
    return [entry for entry, _ in _standings(division, stage)]


def _standings(division: Division, stage: int) -> list[tuple[Entry, Standing]]:
    entries = division.entries.filter(house=False).exclude(state=Entry.State.DISQUALIFIED)
    by_number = {one.number: one for one in entries.select_related("bot")}
    order = format_of(division, stage).ranking(ended(division, stage))
    return [(by_number[one.entry], one) for one in order if one.entry in by_number]


def final_ranks(division: Division) -> dict[Entry, int]:
    """The same for all stages, with ranks: who came further is better, and then the last stage of each."""
    return final_table.ranks(
        [(entry, standing) for entry, standing in _standings(division, stage) if entry.stage == stage]
        for stage in range(division.stage, 0, -1)
    )


def over(division: Division) -> bool:
    """Whether its last stage is played and settled."""
    settled = division.complete and division.drawn == division.settled
    return settled and division.stage == len(plan(division))


def reopen(*, division: Division) -> None:
    """Lets a knockout that was over go on with those who are back in; one without any is over again.

    Needs the transaction that drops an entry.
    """
    if format_of(division, division.stage).lag == 0:
        Division.objects.filter(pk=division.pk).update(complete=False)


def begin(*, division: Division) -> None:
    """Stores by which ratings those who are in are seeded in the stage under way, if its format is closed."""
    if format_of(division, division.stage).open:
        return
    entries = division.entries.filter(state=Entry.State.IN, house=False, stage=division.stage)
    Qualifier.objects.bulk_create(
        Qualifier(entry=one, stage=division.stage, mu=one.mu, sigma=one.sigma) for one in entries
    )


@transaction.atomic
def proceed(*, division: Division) -> None:
    """Begins the next stage with those who advance; StateError unless the one under way is settled."""
    lock(Season.objects.filter(pk=division.season_id))
    steps, stage = plan(division), division.stage
    ready = Division.objects.filter(pk=division.pk, stage=stage, complete=True, drawn=F("settled"))
    change(ready.filter(stage__lt=len(steps)), stage=stage + 1, complete=False)
    still_in = [one for one in ranking(division, stage) if (one.state, one.stage) == (Entry.State.IN, stage)]
    advancing = still_in[: steps[stage - 1].advance]
    Entry.objects.filter(pk__in=[one.pk for one in advancing]).update(stage=stage + 1)
    division.refresh_from_db()
    begin(division=division)
    if stages.finals(steps, stage + 1):
        running = Season.objects.filter(pk=division.season_id, state=Season.State.RUNNING)
        if changed(running, state=Season.State.FINALS):
            news.changed(division.season)
    audit.note(
        by=None,
        verb="next stage",
        subject=division,
        season=division.season,
        stage=stage + 1,
        entries=[str(one.bot) for one in advancing],
    )
