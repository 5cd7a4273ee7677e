"""The organiser corrects what was played: a fixture is void after all, a cheat's results do not count.

Once a round is settled the whole season is rated again without them; pairings already drawn stand.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet

from tournaments.errors import StateError
from tournaments.models import Action, Entry, Fixture, Placing, Round, Season, SeasonEvent, User
from tournaments.services import audit, entries, events, fixtures, ratings, staging
from tournaments.services.rebuild import rebuild
from tournaments.services.states import change, lock

FORETOLD = 2_000
"""A preview rates a season again that has so many fixtures at most: a second of CPU (`bench rerating`)."""
Details = dict[str, int | str]


@transaction.atomic
def void(*, fixture: Fixture, by: User | None, reason: str, preview: bool = False) -> Action:
    """Gives a fixture up: dealt for again while its round is open, else the season is rated without it.

    A `preview`, which the caller takes back, rates no long season: see `rated_again`.
    """
    lock(Fixture.objects.filter(pk=fixture.pk))
    fixture = Fixture.objects.select_related("round__division__season").get(pk=fixture.pk)
    if fixture.state in fixtures.UNFINISHED:
        fixtures.void(fixture=fixture, reason=reason)
        return _voided(fixture, by, reason)
    if fixture.state != Fixture.State.FINISHED or fixture.round is None:
        raise StateError(f"{fixture} is {fixture.get_state_display()} and cannot be given up")
    if fixture.breaks_id or fixture.tie_breaks.exists():
        raise StateError(f"{fixture} has to do with a tie that is broken, and who goes on stands")
    _lock(fixture.round.division.season)
    fixture.round.refresh_from_db()
    if fixture.round.state == Round.State.SETTLED:
        return _voided(fixture, by, reason, _void_after_all(fixture, reason, preview))
    fixture.placings.update(**dict.fromkeys(ratings.FIGURES))
    fixtures.void(fixture=fixture, reason=reason, finished=True)
    return _voided(fixture, by, reason)


def _void_after_all(fixture: Fixture, reason: str, preview: bool) -> Details:
    """The season without a fixture whose round is settled; its ranks stay, for pairings that follow them."""
    division = fixture.round.division  # type: ignore[union-attr] # it has one
    events.write(kind=SeasonEvent.Kind.VOID, division=division, fixture=fixture, reason=reason)
    finished = Fixture.objects.filter(pk=fixture.pk, state=Fixture.State.FINISHED)
    change(finished, state=Fixture.State.VOID, reason=reason)
    fixture.placings.update(**dict.fromkeys(ratings.RATED))
    return rated_again(division.season, preview)


def _voided(fixture: Fixture, by: User | None, reason: str, rated: Details | None = None) -> Action:
    again = Fixture.objects.filter(replaces=fixture).exists()
    return audit.note(
        by=by,
        verb="void",
        subject=fixture,
        season=fixture.round.division.season if fixture.round else None,
        reason=reason,
        dealt_again=again,
        **(rated or {"ratings": 0}),
    )


@transaction.atomic
def drop(*, entry: Entry, by: User | None, reason: str, preview: bool = False) -> Action:
    """Disqualifies an entry, unless it is, and rates the season again as if it had not played.

    At its tables the others are ranked among themselves; fewer than two of them are not rated. Whom it alone
    put out of a knockout is back in for the rounds that are not drawn yet.
    """
    season = entry.division.season
    _lock(season)
    entry = Entry.objects.select_related("division__season").get(pk=entry.pk)
    if entry.state != Entry.State.DISQUALIFIED:
        entries.disqualify(entry=entry, by=by, reason=reason)
    if entry.events.filter(kind=SeasonEvent.Kind.DROP).exists():
        raise StateError(f"{entry} was dropped before")
    events.write(kind=SeasonEvent.Kind.DROP, division=entry.division, entry=entry, reason=reason)
    settled = Placing.objects.filter(entry=entry, fixture__round__state=Round.State.SETTLED)
    played = settled.filter(fixture__state=Fixture.State.FINISHED).count()
    rated = rated_again(season, preview)
    staging.reopen(division=entry.division)
    return audit.note(
        by=by, verb="drop", subject=entry, season=season, reason=reason, fixtures=played, **rated
    )


@transaction.atomic
def rate_again(*, season: Season, by: User | None, reason: str, preview: bool = False) -> Action:
    """Rates a season again from its records."""
    _lock(season)
    rated = {"fixtures": settled(season).count(), **rated_again(season, preview)}
    return audit.note(by=by, verb="rate again", subject=season, season=season, reason=reason, **rated)


def _lock(season: Season) -> None:
    """Keeps rounds from being drawn and settled."""
    lock(Season.objects.filter(pk=season.pk))
    lock(season.divisions.all())


def settled(season: Season) -> QuerySet[Fixture]:
    """The fixtures from which its ratings are made."""
    played = Fixture.objects.filter(round__division__season=season, state=Fixture.State.FINISHED)
    return played.filter(round__state=Round.State.SETTLED)


def rated_again(season: Season, preview: bool) -> Details:
    """All settled rounds done again and stored, and how many ratings that changed.

    Of a long season a preview says from how many fixtures that will be. StateError once the season is closed:
    its table stands.
    """
    if Season.objects.get(pk=season.pk).state == Season.State.CLOSED:
        raise StateError(f"{season} is closed, and its table stands")
    if preview and (count := settled(season).count()) > FORETOLD:
        return {"ratings": f"made again from {count} fixtures"}
    return {"ratings": rebuild(season=season, write=True).entries}
