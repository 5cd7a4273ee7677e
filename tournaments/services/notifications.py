"""What people are told: written where it happens, in its transaction; `mails` sends what is to be mailed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from tournaments.models import Notification, Subscription, User
from tournaments.services.texts import kept

Kind, Mail = Notification.Kind, Notification.Mail
KEPT = timedelta(days=60)


@dataclass(frozen=True, slots=True)
class Wish:
    """How somebody wants to be told of a kind of thing."""

    site: bool
    mail: str


DEFAULTS: Mapping[str, Wish] = {
    Kind.REFUSED: Wish(True, Mail.NOW),
    Kind.ACCEPTED: Wish(False, Mail.NO),
    Kind.FROZEN: Wish(True, Mail.NOW),
    Kind.DISQUALIFIED: Wish(True, Mail.NOW),
    Kind.ROUND: Wish(True, Mail.NO),
    Kind.CLOSED: Wish(True, Mail.NO),
    Kind.CHALLENGE: Wish(False, Mail.NO),
    Kind.WEBHOOK: Wish(True, Mail.NOW),
    Kind.ORGANISER: Wish(True, Mail.NOW),
}


@dataclass(frozen=True, slots=True)
class Notice:
    """What one person is told; `result` is only for who wants to know how it ended."""

    user: int
    text: str
    address: str
    result: str = ""
    entry: int | None = None


def tell(kind: str, told: Sequence[Notice]) -> None:
    """Writes down what these people want to be told; three queries, however many they are."""
    wishes = _wishes(kind, {one.user for one in told}) if told else {}
    rows = []
    for one in told:
        wish = wishes.get(one.user, DEFAULTS[kind])
        mail = wish.mail if settings.CARAVAN_MAIL else Mail.NO
        if wish.site or mail != Mail.NO:
            rows.append(_row(kind, one, wish.site, mail))
    Notification.objects.bulk_create(rows)


def _row(kind: str, told: Notice, site: bool, mail: str) -> Notification:
    return Notification(
        user_id=told.user,
        kind=kind,
        text=kept(" ".join(told.text.split()), 300),
        result=kept(told.result, 300),
        address=told.address,
        entry_id=told.entry,
        site=site,
        mail=mail,
    )


def _wishes(kind: str, users: Collection[int]) -> dict[int, Wish]:
    """Of those who have others than the default."""
    rows = Subscription.objects.filter(kind=kind, user__in=users)
    return {user: Wish(site, mail) for user, site, mail in rows.values_list("user", "site", "mail")}


def wishes(user: User) -> dict[str, Wish]:
    """By kind, all that somebody has chosen or left as it was."""
    own = {one.kind: Wish(one.site, one.mail) for one in user.subscriptions.all()}
    return {kind: own.get(kind, wish) for kind, wish in DEFAULTS.items()}


@transaction.atomic
def choose(*, user: User, wishes: Mapping[str, Wish]) -> None:
    """From now on somebody is told of these kinds like this."""
    for kind, wish in wishes.items():
        chosen = {"site": wish.site, "mail": wish.mail}
        Subscription.objects.update_or_create(user=user, kind=kind, defaults=chosen)


def mail_nothing(*, user: User) -> None:
    """No more mail about anything, not even what waits; the site still tells what it did."""
    choose(user=user, wishes={kind: Wish(wish.site, Mail.NO) for kind, wish in wishes(user).items()})
    user.notifications.exclude(mail=Mail.NO).update(mail=Mail.NO)


def see_all(*, user: User) -> None:
    """Somebody has looked at what there is."""
    user.notifications.filter(seen=False).update(seen=True)


def expire(now: datetime) -> None:
    """Removes what is older than 60 days, and what was written while somebody left."""
    Notification.objects.filter(Q(at__lt=now - KEPT) | Q(user__deleted__isnull=False)).delete()
