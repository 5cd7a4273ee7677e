"""What is played, and who tried."""

from __future__ import annotations

from functools import partial

import msgspec
from django.contrib import admin

from tournaments.admin.confirming import confirmed
from tournaments.admin.rows import ReadOnly
from tournaments.comparison import Comparison
from tournaments.deeds import Deed
from tournaments.models import Attempt, Fixture
from tournaments.services import corrections, reruns

VOIDS = (
    "While its round is open, the table is dealt for again, twice at most. Once that is settled, the season "
    "is rated again without it; pairings already drawn stand."
)
REPEATS = "It is played once more from the same seeds, unrated, and both are compared move by move."


@admin.register(Fixture)
class FixtureAdmin(ReadOnly):
    """Fixtures can be given up, or played once more and compared."""

    list_display = ("number", "kind", "game", "state", "round", "compared", "reason")
    list_select_related = ("round__division__season__league",)
    list_filter = ("state", "kind", "game")
    search_fields = ("number",)
    exclude = ("secret", "comparison")
    readonly_fields = ("compared",)
    actions = (
        confirmed(Deed("Void", corrections.void, VOIDS, foresees=partial(corrections.void, preview=True))),
        confirmed(Deed("Re-run and compare", reruns.begin, REPEATS)),
    )

    @admin.display(description="Beside what it repeats", empty_value="")
    def compared(self, fixture: Fixture) -> str | None:
        """What a re-run has shown."""
        if fixture.comparison is None:
            return None
        return str(msgspec.convert(fixture.comparison, Comparison))


@admin.register(Attempt)
class AttemptAdmin(ReadOnly):
    """Who tried."""

    list_display = ("fixture", "number", "state", "worker", "lease_until", "error")
    list_select_related = ("fixture",)
    list_filter = ("state",)
    exclude = ("token",)
