"""Fixtures, and which of them are open."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Prefetch, Q, QuerySet

from tournaments.models import Bot, Fixture, Placing


def open_fixtures(prefix: str = "") -> Q:
    """What makes a fixture open, as a condition on it or, with a prefix such as "fixture__", on its parts."""
    return Q(**{f"{prefix}state": Fixture.State.FINISHED, f"{prefix}released": True})


def touched_since(when: datetime, prefix: str = "") -> Q:
    """What was made, begun or finished then or later, or whose round was settled; a condition as above."""
    times = ("created", "started_at", "finished_at", "round__settled_at")
    return Q(*((f"{prefix}{time}__gte", when) for time in times), _connector=Q.OR)


def fixtures() -> QuerySet[Fixture]:
    """Fixtures with all that a row about one needs: its season, its competitors in the order of the draw."""
    placings = Placing.objects.select_related("version__bot__owner", "entry").order_by("number")
    return Fixture.objects.select_related(
        "round__division__season__league", "version__bot__owner"
    ).prefetch_related(Prefetch("placings", placings))


def latest_fixtures(count: int) -> list[Fixture]:
    """The rated fixtures that opened last."""
    return list(fixtures().filter(open_fixtures(), kind=Fixture.Kind.RATED).order_by("-finished_at")[:count])


def fixtures_of_bot(bot: Bot, count: int) -> list[Fixture]:
    """The fixtures that a bot was drawn for last, whatever became of them."""
    drawn = bot.placings.exclude(fixture__kind=Fixture.Kind.DRY).order_by("-fixture_id")
    newest = drawn.values("fixture_id").distinct()[:count]
    return list(fixtures().filter(pk__in=newest).order_by("-pk"))
