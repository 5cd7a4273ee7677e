"""The fixture that a new version plays against house bots, in each of its games, before it may compete."""

from __future__ import annotations

from django.db import transaction

from bots.trial import DEALS, seats
from bots.trial import opponents as trial_opponents
from referee.games import GAMES
from tournaments import fairness
from tournaments.models import Activation, Fixture, Seating, Version
from tournaments.services import activations, attempts, commits, fixtures
from tournaments.services.states import change, changed


@transaction.atomic
def begin(*, version: Version) -> None:
    """Draws a trial for each game of the version; they are queued as soon as this is committed."""
    change(Version.objects.filter(pk=version.pk, state=Version.State.CHECKING), state=Version.State.TRIAL)
    for game in version.games:
        fixture = trial(version, game)
        fixtures.draw([(fixture, _table(version, fixture))])
        commits.after(attempts.queue, fixture=fixture)


def trial(version: Version, game: str) -> Fixture:
    """A trial, not saved yet, as `bots.trial` defines it: the default rules and clocks."""
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
    shipped = {one.bot.name: one for one in house_versions(fixture.game)}
    opponents = [shipped.get(one.name, version) for one in trial_opponents(fixture.game)]
    return [fixtures.Competitor(one) for one in (version, *opponents)]


def house_versions(game: str) -> list[Version]:
    """The active versions of all house bots in a game, by name."""
    active = Activation.objects.filter(bot__owner=None, game=game).select_related("version__bot")
    return [activation.version for activation in active.order_by("bot__name")]


def conclude(fixture: Fixture) -> None:
    """A finished trial: without a fault the version is active, with one it is refused, and told why."""
    version = fixture.version
    if version is None:
        return
    faults = Seating.objects.filter(match__fixture=fixture, version=version).exclude(fault="")
    fault = faults.order_by("match__rotation", "match__deal").first()  # as they were played
    if fault is None:
        activations.activate(version=version, game=fixture.game)
        return
    reason = f"In its trial in {GAMES[fixture.game].title}: {fault.fault_reason}"
    on_trial = Version.objects.filter(pk=version.pk, state=Version.State.TRIAL)
    changed(on_trial, state=Version.State.REFUSED, reason=reason)
