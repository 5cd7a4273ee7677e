"""Leagues: what their next seasons begin with."""

from __future__ import annotations

from django.db import transaction

from tournaments.models import League, User
from tournaments.services import audit
from tournaments.services.states import change


@transaction.atomic
def calibrate(
    *, league: League, beta: float, draw_probability: float, by: User | None = None, reason: str = ""
) -> None:
    """Constants for seasons to come; those that exist keep what they were made with."""
    was = {"beta": league.beta, "draw_probability": league.draw_probability}
    now = {"beta": beta, "draw_probability": draw_probability}
    change(League.objects.filter(pk=league.pk), **now)
    audit.note(by=by, verb="calibrate", subject=league, reason=reason, was=was, now=now)
