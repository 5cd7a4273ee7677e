"""A person: where their bots play and have played."""

from __future__ import annotations

from tournaments.models import Entry, User
from tournaments.selectors.seasons import seasons


def entries_of(user: User, count: int) -> list[Entry]:
    """The newest entries of their bots in seasons that are no draft and no dry run."""
    entered = Entry.objects.filter(bot__owner=user, house=False, division__season__in=seasons())
    return list(entered.select_related("bot", "division__season__league").order_by("-pk")[:count])
