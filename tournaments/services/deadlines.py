"""Deadlines, judged by a clock that somebody may set."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q


def reached(field: str, now: datetime, furthest: timedelta) -> Q:
    """Rows whose deadline has come, or lies further ahead than any is set: then the clock was turned back."""
    return Q(**{f"{field}__lte": now}) | Q(**{f"{field}__gt": now + furthest})
