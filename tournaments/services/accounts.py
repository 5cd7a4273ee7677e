"""What somebody tells of themselves, and how they leave: the person goes, what their bots played stays."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone

from tournaments.models import Action, Entry, Season, User, Version
from tournaments.services import audit, commits, entries, erasure, webhooks
from tournaments.services.states import change, lock

NAME = "deleted:{}"
"""A username that nobody can choose."""


def present(*, user: User, display_name: str, about: str) -> None:
    """What their page says of them from now on."""
    User.objects.filter(pk=user.pk).update(display_name=display_name, about=about)


@transaction.atomic
def delete(*, user: User, by: User | None, reason: str = "") -> Action:
    """Gives an account up for ever; StateError for an administrator's, and for one that is gone.

    Its bots keep their names and stand still, their entries withdraw, and what is drawn is played out. Of the
    person nothing stays but what others wrote.
    """
    lock(User.objects.filter(pk=user.pk))
    withdrawn = _stand_still(user)
    _forget(user)
    gone = NAME.format(user.pk)
    change(  # when nothing is left to wait for: whoever writes to this user waits for the new name
        User.objects.filter(pk=user.pk, is_superuser=False, deleted=None),
        deleted=timezone.now(),
        username=gone,
        is_active=False,
        is_staff=False,
        last_login=None,
        **dict.fromkeys(("email", "first_name", "last_name", "display_name", "about", "ban_reason"), ""),
    )
    user.refresh_from_db()
    user.set_unusable_password()
    user.save(update_fields=("password",))
    commits.after(erasure.erase)
    return audit.note(
        by=by, verb="delete account", subject=gone, reason=reason, bots=user.bots.count(), entries=withdrawn
    )


def _forget(user: User) -> None:
    """What is only theirs."""
    EmailAddress.objects.filter(user=user).delete()
    user.tokens.all().delete()
    webhooks.forget(user.webhooks.all())
    user.submissions.all().delete()
    user.notifications.all().delete()
    user.subscriptions.all().delete()
    user.groups.clear()
    user.leagues.clear()
    user.user_permissions.clear()
    Version.objects.filter(bot__owner=user).update(note="", reason="")


def _stand_still(user: User) -> int:
    """Takes their bots out of every season that is not over; of how many entries."""
    user.bots.update(frozen=True)
    competing = Entry.objects.filter(bot__owner=user, state=Entry.State.IN, house=False)
    still_open = Season.objects.filter(divisions__entries__in=competing).exclude(state=Season.State.CLOSED)
    lock(still_open.order_by("pk"))  # one that was closed meanwhile is none that they can be taken out of
    live = competing.exclude(division__season__state=Season.State.CLOSED).order_by("division__season", "pk")
    found = list(live.select_related("division__season"))
    for entry in found:
        entries.withdraw(entry=entry)
    return len(found)
