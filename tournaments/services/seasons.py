"""The life of a season: draft, registration, running, finals, closed; paused and resumed in between.

Each step is taken once: whoever comes second is told by a StateError. What is due by the clock is done by
`timetable`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone

from referee import fairness
from tournaments import stages
from tournaments.errors import SettingsError, StateError
from tournaments.models import Division, Entry, Fixture, League, Season, Seating, User
from tournaments.services import audit, closing, divisions, entries, news, staging, trials
from tournaments.services.states import change, lock

State = Season.State
FROZEN = ("rules", "clocks", "seats", "deals", "beta", "draw_probability")
"""What a season takes from its league when it is drafted."""
DRY_RUNS = 10000
"""Dry runs of a league are numbered from here, so that its seasons are numbered without gaps."""


def plan(*, league: League, sizes: Sequence[int | None] = (None,), **settings: Any) -> Season:
    """The season that `create` would make, not saved; SettingsError says which settings cannot be."""
    dry = settings.get("dry", False)
    kind = {"number__gt" if dry else "number__lte": DRY_RUNS}
    last = league.seasons.filter(**kind).aggregate(last=Max("number"))["last"] or DRY_RUNS * dry
    frozen = {name: getattr(league, name) for name in FROZEN}
    season = Season(league=league, number=last + 1, **{**frozen, **settings})
    season.title = season.title or (f"Dry run {last + 1 - DRY_RUNS}" if dry else f"Season {last + 1}")
    season.sizes = sizes
    check(season)
    return season


@transaction.atomic
def create(
    *,
    league: League,
    sizes: Sequence[int | None] = (None,),
    by: User | None = None,
    reason: str = "",
    **settings: Any,
) -> Season:
    """The league's next season, in draft, nobody in it, a division for each size, from the highest tier down.

    The settings are fields of `Season`; SettingsError says which of them cannot be.
    """
    season = plan(league=league, sizes=sizes, **settings)
    season.save()
    divide(season=season, sizes=sizes)
    audit.note(by=by, verb="draft", subject=season, season=season, reason=reason)
    return season


def divide(*, season: Season, sizes: Sequence[int | None]) -> None:
    """Gives a draft a division for each size, from the highest tier down; those there keep their names."""
    season.divisions.filter(tier__gt=len(sizes)).delete()
    there = {division.tier: division for division in season.divisions.all()}
    for tier, size in enumerate(sizes, 1):
        division = there.get(tier) or Division(season=season, tier=tier, name=f"Division {tier}")
        division.size = size
        check(division)
        division.save()
    season.sizes = None


def check(row: Season | League | Division) -> None:
    """Raises SettingsError with the reason for each field that cannot be as it is."""
    try:
        row.full_clean()
    except ValidationError as error:
        raise SettingsError(error.message_dict) from None


@transaction.atomic
def open_registration(*, season: Season, by: User | None = None, reason: str = "") -> None:
    """Draws the season's secret and publishes its hash; bots may join."""
    secret = fairness.new_secret()
    change(
        Season.objects.filter(pk=season.pk, state=State.DRAFT),
        state=State.REGISTRATION,
        secret=secret,
        commitment=fairness.commitment(secret),
    )
    check(Season.objects.get(pk=season.pk))
    news.changed(season)
    audit.note(by=by, verb="open registration", subject=season, season=season, reason=reason)


@transaction.atomic
def start(*, season: Season, by: User | None = None, reason: str = "") -> None:
    """Everyone is in its division, the house ready for empty chairs: the first round may be drawn.

    StateError where a table could not be filled.
    """
    lock(Season.objects.filter(pk=season.pk))
    change(Season.objects.filter(pk=season.pk, state=State.REGISTRATION), state=State.RUNNING)
    divisions.arrange(season=season)
    competing = Entry.objects.filter(division__season=season, state=Entry.State.IN, house=False).count()
    if competing < 2 and not stages.format_of(stages.read(season.stages)[0]).open:
        raise StateError(f"{season} has {competing} entries, and its first stage needs two")
    seat_house(season=season)
    for division in season.divisions.all():
        staging.begin(division=division)
    news.changed(season)
    audit.note(by=by, verb="start", subject=season, season=season, reason=reason)


@transaction.atomic
def seat_house(*, season: Season) -> None:
    """Enters in each division as many house bots as a table has chairs but one; they fill empty chairs."""
    wanted = season.seats - 1
    competing = Entry.objects.filter(division__season=season, house=False).values_list("bot", flat=True)
    shipped = trials.house_versions(season.game)
    house = [one for one in shipped if season.dry or one.bot_id not in set(competing)]
    if len(house) < wanted:
        raise StateError(f"{season.game} has {len(house)} house bots to fill empty chairs, not {wanted}")
    for division in season.divisions.all():
        origins = divisions.last_sat(division, [one.bot_id for one in house[:wanted]])
        for version in house[:wanted]:
            origin = origins.get(version.bot_id)
            entries.add(division=division, bot=version.bot, version=version, house=True, origin=origin)


@transaction.atomic
def pause(*, season: Season, by: User | None = None, reason: str = "") -> None:
    """No round is drawn and no fixture is queued until it goes on."""
    _under_way(season, paused=False, then=True)
    audit.note(by=by, verb="pause", subject=season, season=season, reason=reason)


@transaction.atomic
def resume(*, season: Season, by: User | None = None, reason: str = "") -> None:
    """It goes on."""
    _under_way(season, paused=True, then=False)
    audit.note(by=by, verb="resume", subject=season, season=season, reason=reason)


def _under_way(season: Season, *, paused: bool, then: bool) -> None:
    rows = Season.objects.filter(pk=season.pk, state__in=Season.UNDER_WAY, paused=paused)
    change(rows, paused=then)
    news.changed(season)


@transaction.atomic
def end_stage(*, season: Season, by: User | None = None, reason: str = "") -> None:
    """No more rounds are drawn in the stage under way, a knockout excepted; what is drawn is played out.

    Then the next stage begins, or the season is over.
    """
    lock(Season.objects.filter(pk=season.pk, state__in=Season.UNDER_WAY))
    going = season.divisions.filter(season__state__in=Season.UNDER_WAY, complete=False)
    ended = [one for one in going if staging.plan(one)[one.stage - 1].format != "knockout"]
    if not Division.objects.filter(pk__in=[one.pk for one in ended]).update(complete=True):
        raise StateError(f"{season} has no stage under way that could be ended")
    audit.note(by=by, verb="end stage", subject=season, season=season, reason=reason)


@transaction.atomic
def close(*, season: Season, by: User | None = None, reason: str = "") -> None:
    """Ends the season, freezes its final table, shows its secret; StateError while a round is open."""
    lock(Season.objects.filter(pk=season.pk))
    rows = Season.objects.filter(pk=season.pk, state__in=Season.UNDER_WAY)
    change(rows, state=State.CLOSED, paused=False)
    if season.divisions.exclude(drawn=F("settled")).exists():
        raise StateError(f"{season} has rounds that are not settled; end its stage instead")
    closing.freeze(season=season)
    audit.note(by=by, verb="close", subject=season, season=season, reason=reason, **tally(season))


def tally(season: Season) -> dict[str, int]:
    """What was played: fixtures, those that stand as void, and seats that were taken over after a fault."""
    played = Fixture.objects.filter(round__division__season=season, replacement=None)
    faults = Seating.objects.filter(match__fixture__in=played).exclude(fault="")
    void = played.filter(state=Fixture.State.VOID)
    return {"fixtures": played.count(), "void": void.count(), "faults": faults.count()}


@transaction.atomic
def extend(*, season: Season, ends: datetime, by: User | None = None, reason: str = "") -> None:
    """It ends later than it would have; StateError once its end has come, when the clock may be closing it.

    A paused season is not closed by the clock, so that may have its end put off still.
    """
    lock(Season.objects.filter(pk=season.pk))
    season.refresh_from_db()
    if season.state not in Season.LIVE or season.ends is None:
        raise StateError(f"it is {season.get_state_display()} and has no end to put off")
    if season.ends <= timezone.now() and not season.paused:
        raise StateError("its end has come")
    if ends <= season.ends:
        raise StateError(f"it goes on until {season.ends:%Y-%m-%d %H:%M} as it is")
    Season.objects.filter(pk=season.pk).update(ends=ends)
    details = {"ended": f"{season.ends:%Y-%m-%d %H:%M}", "ends": f"{ends:%Y-%m-%d %H:%M}"}
    audit.note(by=by, verb="extend", subject=season, season=season, reason=reason, **details)
