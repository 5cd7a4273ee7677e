"""What happened, told to all whom it concerns: people, their webhooks, those who follow a season.

The one door for whoever writes what happened: each is called in the transaction in which it happens, so that
nothing is told that is taken back.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet

from tournaments.models import Bot, Entry, Fixture, League, Placing, Round, Season, User, Version, Webhook
from tournaments.selectors.fixtures import open_fixtures
from tournaments.services import bulletins, callbacks, notices

Kind = Fixture.Kind
TOLD = (Kind.RATED, Kind.CHALLENGE)
"""The kinds of fixtures; of a trial its version tells."""


def validated(version: Version, trial: Fixture, *, reason: str = "") -> None:
    """A version has been through its trial in a game; the reason why it is refused there, or none."""
    if reason:
        notices.refused(version, reason)
    else:
        notices.accepted(version, trial.game)
    callbacks.validated(version, trial, reason=reason)


def played(fixture: Fixture) -> None:
    """A fixture is finished."""
    if fixture.kind == Kind.CHALLENGE:
        notices.challenged(fixture)
    if fixture.kind in TOLD:
        opened(Fixture.objects.filter(pk=fixture.pk))


def opened(fixtures: QuerySet[Fixture]) -> None:
    """Fixtures were played or released; told of are those whose results everybody may see now."""
    shown = fixtures.filter(open_fixtures(), kind__in=TOLD).order_by()
    bulletins.opened(shown)
    callbacks.opened(shown)


def withdrawn(round: Round) -> None:
    """Its fixtures are not open any more."""
    bulletins.withdraw(round)


def settled(round: Round, placings: Collection[Placing]) -> None:
    """A round changed ratings."""
    notices.settled(round, placings)
    bulletins.settled(round)
    callbacks.settled(round, placings)


def changed(season: Season) -> None:
    """A season is in another state."""
    bulletins.changed(season)


def closed(season: Season) -> None:
    """Its table is final."""
    notices.closed(season)
    bulletins.changed(season)
    callbacks.closed(season)


def frozen(bot: Bot, reason: str) -> None:
    """An organiser made it stand still."""
    notices.frozen(bot, reason)


def disqualified(entry: Entry, reason: str) -> None:
    """The organiser took it out."""
    notices.disqualified(entry, reason)


def named(league: League, user: User, reason: str) -> None:
    """The desk of a league is theirs."""
    notices.named(league, user, reason)


def dismissed(league: League, user: User, reason: str) -> None:
    """It is theirs no longer."""
    notices.dismissed(league, user, reason)


def switched_off(webhook: Webhook) -> None:
    """It has only failed for long."""
    notices.switched_off(webhook)
