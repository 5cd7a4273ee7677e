"""People: an organiser may take their right to change anything, and give it back."""

from __future__ import annotations

from django.db import transaction

from tournaments.models import Action, Entry, Season, User
from tournaments.services import audit
from tournaments.services.states import change


@transaction.atomic
def ban(*, user: User, by: User | None, reason: str) -> Action:
    """From now on somebody may only look, and their bots get no chair in any draw."""
    return _set(user, by, reason, verb="ban", banned=True)


@transaction.atomic
def lift_ban(*, user: User, by: User | None, reason: str) -> Action:
    """Somebody may take part again; their bots sit down from the next draw on."""
    return _set(user, by, reason, verb="lift ban", banned=False)


def _set(user: User, by: User | None, reason: str, *, verb: str, banned: bool) -> Action:
    change(User.objects.filter(pk=user.pk, banned=not banned, is_superuser=False), banned=banned)
    competing = Entry.objects.filter(bot__owner=user, state=Entry.State.IN)
    live = competing.exclude(division__season__state=Season.State.CLOSED)
    return audit.note(
        by=by, verb=verb, subject=user, reason=reason, bots=user.bots.count(), entries=live.count()
    )
