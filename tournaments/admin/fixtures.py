"""What is played, and who tried."""

from __future__ import annotations

from django.contrib import admin

from tournaments import deeds
from tournaments.admin.confirming import confirmed
from tournaments.admin.rows import ReadOnly
from tournaments.models import Attempt, Fixture
from tournaments.services import reruns


@admin.register(Fixture)
class FixtureAdmin(ReadOnly):
    """Fixtures can be given up, or played once more and compared."""

    list_display = ("number", "kind", "game", "state", "round", "compared", "reason")
    list_select_related = ("round__division__season__league",)
    list_filter = ("state", "kind", "game")
    search_fields = ("number",)
    exclude = ("secret", "comparison")
    readonly_fields = ("compared",)
    actions = tuple(map(confirmed, deeds.FIXTURE))

    @admin.display(description="Beside what it repeats", empty_value="")
    def compared(self, fixture: Fixture) -> str | None:
        """What a re-run has shown."""
        return None if fixture.comparison is None else reruns.outcome(fixture)


@admin.register(Attempt)
class AttemptAdmin(ReadOnly):
    """Who tried."""

    list_display = ("fixture", "number", "state", "worker", "lease_until", "error")
    list_select_related = ("fixture",)
    list_filter = ("state",)
    exclude = ("token",)
