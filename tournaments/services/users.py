"""People: staff may take their right to change anything, and give it back."""

from __future__ import annotations

from django.db import transaction

from tournaments.models import Action, Entry, User
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
    rows = User.objects.filter(pk=user.pk, banned=not banned, is_superuser=False)
    change(rows, banned=banned, ban_reason=reason if banned else "")
    entries = Entry.objects.filter(bot__owner=user)
    line = {"by": by, "verb": verb, "subject": user, "reason": reason, "bots": user.bots.count()}
    return audit.note_wherever(entries=entries, **line)
