"""Mails with what people want to be told: at once, or one a day. What is mailed is claimed first.

So nobody gets a mail twice; where the mail server did not take it, it waits for the next round.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from smtplib import SMTPException

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db import transaction
from django.urls import reverse

from tournaments.models import Notification, User

Mail = Notification.Mail
LINES = 50
"""So much is told in one mail; the rest is on the site."""
SALT = "caravan.unsubscribe"
log = logging.getLogger(__name__)


def send(how: str) -> int:
    """Sends all that is to be told in this way, a mail a person; how many. Stops when one is not taken."""
    sent = 0
    waiting = Notification.objects.filter(mail=how).order_by("user").values_list("user", flat=True)
    for user in list(waiting.distinct()):
        try:
            sent += _mail(user, how)
        except (SMTPException, OSError) as error:
            log.warning("The mail server does not take mail: %s", error)
            break
    return sent


def _mail(user: int, how: str) -> int:
    """One mail; 0 where there is nothing any more, or no address that is known to be theirs."""
    with transaction.atomic():
        told = list(Notification.objects.select_for_update().filter(user=user, mail=how).order_by("pk"))
        claimed = Notification.objects.filter(pk__in=[one.pk for one in told])
        claimed.update(mail=Mail.NO)
    person = User.objects.get(pk=user)
    to = address(person)
    if not told or to is None:
        return 0
    try:
        return message(person, to, told).send()
    except (SMTPException, OSError):
        claimed.update(mail=how)
        raise


def address(user: User) -> str | None:
    """Where somebody gets mail: the address that they chose and have confirmed, if there is one."""
    found = EmailAddress.objects.filter(user=user, primary=True, verified=True).first()
    return str(found.email) if found else None


def message(user: User, to: str, told: Sequence[Notification]) -> EmailMessage:
    """What these notifications look like as a mail; it gives no result away."""
    site, leave = settings.CARAVAN_ADDRESS, settings.CARAVAN_ADDRESS + leaving(user)
    subject = told[0].text if len(told) == 1 else f"{len(told)} things happened"
    lines = [f"{one.text}\n{site}{one.address}\n" for one in told[:LINES]]
    if len(told) > LINES:
        lines.append(f"and {len(told) - LINES} more: {site}{reverse('notifications')}\n")
    lines.append(
        f"What is mailed: {site}{reverse('settings-notifications')}\nNo more of these mails: {leave}\n"
    )
    headers = {"List-Unsubscribe": f"<{leave}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    body = f"Hello {user.username},\n\n" + "\n".join(lines)
    return EmailMessage(settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + subject, body, to=[to], headers=headers)


def leaving(user: User) -> str:
    """Where they, and nobody else, can say that they want no more mail, without signing in."""
    return reverse("unsubscribe", args=(signing.dumps(user.pk, salt=SALT),))


def who_leaves(word: str) -> User | None:
    """Whose word that is; None for one that we did not give."""
    try:
        return User.objects.filter(pk=signing.loads(word, salt=SALT), deleted=None).first()
    except signing.BadSignature:
        return None
