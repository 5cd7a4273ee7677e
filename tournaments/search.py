"""Bots, people and leagues by a part of their names; names that begin with it come first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Case, Q, QuerySet, When

from tournaments.models import Bot, League, User
from tournaments.selectors.bots import bots
from tournaments.selectors.seasons import seasons

LONGEST = 60
Row = TypeVar("Row", Bot, User, League)


@dataclass(frozen=True, slots=True)
class Hits:
    """So many of each kind at most."""

    bots: list[Bot]
    users: list[User]
    leagues: list[League]

    @property
    def any(self) -> bool:
        """Whether anything was found."""
        return bool(self.bots or self.users or self.leagues)


def search(words: str, count: int) -> Hits:
    """What has the words in its name, in any case, but for leagues that nobody sees; nothing for no words."""
    part = words.replace("\0", "").strip()[:LONGEST]
    if not part:
        return Hits([], [], [])
    people = User.objects.filter(is_active=True, username__icontains=part)
    seen = League.objects.filter(Q(title__icontains=part) | Q(slug__icontains=part))
    return Hits(
        list(_first(bots().filter(name__icontains=part), "name", part)[:count]),
        list(_first(people, "username", part)[:count]),
        list(_first(seen.filter(seasons__in=seasons()).distinct(), "title", part)[:count]),
    )


def _first(rows: QuerySet[Row], field: str, part: str) -> QuerySet[Row]:
    begins = Case(When(**{f"{field}__istartswith": part}, then=0), default=1)
    return rows.order_by(begins, field)
