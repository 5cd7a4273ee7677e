"""Re-runs: a fixture is played once more from the same seeds, and both playings are compared."""

from __future__ import annotations

import msgspec
from django.db import transaction

from referee.record import Record
from tournaments.comparison import Comparison, Records, compare
from tournaments.errors import StateError
from tournaments.models import Action, Fixture, User
from tournaments.services import attempts, audit, commits, fixtures

COPIED = ("version", "number", "game", "seats", "rules", "clocks", "deals", "secret")
"""All that the cards, the dice and the seats follow from."""


@transaction.atomic
def begin(*, fixture: Fixture, by: User | None, reason: str) -> Action:
    """Draws a fixture once more as it was, outside its round and unrated; StateError unless it was played."""
    if fixture.kind == Fixture.Kind.RERUN:
        raise StateError(f"{fixture} is a re-run itself")
    if not fixture.matches.exists() or fixture.matches.filter(record="").exists():
        raise StateError(f"{fixture} has no records to compare with")
    if gone := fixture.placings.filter(version__erased=True).select_related("version__bot").first():
        raise StateError(f"the files of {gone.version} are gone with the account of its owner")
    copied = {name: getattr(fixture, name) for name in COPIED}
    again = Fixture(kind=Fixture.Kind.RERUN, repeats=fixture, by=by, **copied)
    placings = fixture.placings.select_related("version__bot").order_by("number")
    fixtures.draw([(again, [fixtures.Competitor(placing.version) for placing in placings])])
    commits.after(attempts.queue, fixture=again)
    season = fixture.round.division.season if fixture.round else None
    return audit.note(
        by=by, verb="re-run", subject=fixture, season=season, reason=reason, matches=fixture.matches.count()
    )


def conclude(fixture: Fixture) -> None:
    """Compares a finished re-run with what it repeats, and keeps what comes of that."""
    if fixture.repeats is not None:
        compared = compare(records(fixture.repeats), records(fixture))
        Fixture.objects.filter(pk=fixture.pk).update(comparison=msgspec.to_builtins(compared))


def outcome(again: Fixture) -> str:
    """What a re-run has shown: equal, or the first difference; before that how far it is."""
    if again.comparison is None:
        return again.get_state_display()
    return str(msgspec.convert(again.comparison, Comparison))


def records(fixture: Fixture) -> Records:
    """What was written down of a fixture's matches."""
    rows = fixture.matches.exclude(record="").values_list("deal", "rotation", "record")
    return {(deal, rotation): Record.loads(record) for deal, rotation, record in rows}
