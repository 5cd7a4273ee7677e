"""The fixture that a new version plays against house bots, in each of its games, before it may compete."""

from __future__ import annotations

from django.db import transaction

from bots.house import quick
from bots.play.trial import DEALS, seats
from bots.play.trial import opponents as trial_opponents
from referee import fairness
from referee.games import GAMES
from tournaments.models import Activation, Bot, Fixture, Seating, Version
from tournaments.services import activations, attempts, commits, fixtures, news
from tournaments.services.states import change, lock

State = Version.State
PREFIX = "house-"
"""Begins the name of a house bot whose own name a user's bot has."""


@transaction.atomic
def begin(*, version: Version) -> None:
    """Draws a trial for each game of the version; they are queued as soon as this is committed."""
    change(Version.objects.filter(pk=version.pk, state=Version.State.CHECKING), state=Version.State.TRIAL)
    for game in version.games:
        fixture = trial(version, game)
        fixtures.draw([(fixture, _table(version, fixture))])
        commits.after(attempts.queue, fixture=fixture)


def trial(version: Version, game: str) -> Fixture:
    """A trial, not saved yet, as `bots.play.trial` defines it: the default rules and clocks."""
    return Fixture(
        kind=Fixture.Kind.TRIAL,
        version=version,
        number=f"trial.{version.bot.name}.{version.number}.{game}.1",
        game=game,
        seats=seats(game),
        deals=DEALS,
        secret=fairness.new_secret(),
    )


def _table(version: Version, fixture: Fixture) -> list[fixtures.Competitor]:
    """The version and as many opponents as there are chairs left; itself where no house bot was shipped."""
    opponents = [_shipped(fixture.game).get(one.name, version) for one in trial_opponents(fixture.game)]
    return [fixtures.Competitor(one) for one in (version, *opponents)]


def quick_house(game: str) -> list[Version]:
    """The active versions of the house bots that answer at once."""
    shipped = _shipped(game)
    return [shipped[one.name] for one in quick(game) if one.name in shipped]


def _shipped(game: str) -> dict[str, Version]:
    """The active versions of all house bots, by the names under which they were made."""
    return {one.bot.name.removeprefix(PREFIX): one for one in house_versions(game)}


def house_versions(game: str) -> list[Version]:
    """The active versions of all house bots in a game, by name."""
    active = Activation.objects.filter(bot__owner=None, game=game).select_related("version__bot")
    return [activation.version for activation in active.order_by("bot__name")]


@transaction.atomic
def conclude(fixture: Fixture) -> None:
    """A finished trial: without a fault the version competes, or waits for its owner to say so.

    With one it is refused in that game, and its owner told why.
    """
    version = fixture.version
    if version is None:
        return
    lock(Bot.objects.filter(pk=version.bot_id))
    version.refresh_from_db()
    faults = Seating.objects.filter(match__fixture=fixture, version=version).exclude(fault="")
    fault = faults.order_by("match__rotation", "match__deal").first()  # as they were played
    if fault is not None:
        reason = f"In its trial in {GAMES[fixture.game].title}: {fault.fault_reason}"
        version.reason = "\n".join(filter(None, (version.reason, reason)))
        version.state = State.REFUSED if version.state == State.TRIAL else version.state
        version.save(update_fields=("state", "reason"))
        news.validated(version, fixture, reason=reason)
        return
    if not (version.waits or version.bot.stands_still):
        activations.activate(version=version, game=fixture.game)
    else:
        Version.objects.filter(pk=version.pk).exclude(state=State.ACTIVE).update(state=State.PASSED)
    news.validated(version, fixture)
