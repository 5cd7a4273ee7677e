"""Webhooks: made and removed by their owners; what they are told is written where it happens."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import uuid
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments import posting
from tournaments.errors import AddressError, WebhookError
from tournaments.models import Delivery, Fixture, User, Webhook
from tournaments.services.states import change, lock

Event, State = Webhook.Event, Delivery.State
PING = "ping"
"""The event that its owner asks for, to see whether it works."""
BEGINS = "whsec_"
A_USER = 10
"""So many may somebody have."""


def make(*, owner: User, url: str, events: Collection[str]) -> tuple[Webhook, str]:
    """A new webhook and its secret, which is not shown again; WebhookError says why there is none."""
    if wrong := posting.refusal(url) or posting.astray(url, loopback=settings.CARAVAN_WEBHOOKS_LOOPBACK):
        raise AddressError(wrong)
    return _made(owner, url, events)


@transaction.atomic
def _made(owner: User, url: str, events: Collection[str]) -> tuple[Webhook, str]:
    lock(User.objects.filter(pk=owner.pk))
    if not events or set(events) - set(Event.values):
        raise WebhookError(f"it is told of some of these: {', '.join(Event.values)}")
    if owner.webhooks.count() >= A_USER:
        raise WebhookError(f"the limit is {A_USER} webhooks: remove one that you do not need")
    secret = BEGINS + secrets.token_urlsafe(32)
    wanted = [event for event in Event.values if event in events]
    return Webhook.objects.create(owner=owner, url=url, events=wanted, secret=secret), secret


def remove(*, webhook: Webhook) -> None:
    """Nothing is sent there any more, and what was sent is forgotten."""
    forget(Webhook.objects.filter(pk=webhook.pk))


@transaction.atomic
def forget(rows: QuerySet[Webhook]) -> None:
    """Removes these, each before what was sent to it, as it is switched off too."""
    lock(rows.order_by("pk"))
    rows.delete()


def switch_on(*, webhook: Webhook) -> None:
    """What was switched off is tried again; StateError where it was not."""
    off = Webhook.objects.filter(pk=webhook.pk, active=False)
    change(off, active=True, failures=0, failing_since=None)


def ping(*, webhook: Webhook) -> Delivery:
    """Sends something of no importance; StateError where nothing is sent."""
    change(Webhook.objects.filter(pk=webhook.pk, active=True), active=True)
    made = delivery(webhook, PING, uuid.uuid4().hex, {})
    made.save()
    return made


def send_again(*, delivery: Delivery) -> None:
    """Sends it once more, as if for the first time; StateError where nothing is sent."""
    mine = Delivery.objects.filter(pk=delivery.pk, webhook__active=True)
    change(mine, state=State.WAITING, due=timezone.now(), attempts=0)


def listeners(event: str, *concerned: QuerySet[Any, Any]) -> list[Webhook]:
    """The webhooks of these people, each a query of users' keys, that are told of an event."""
    theirs = Q(*(("owner__in", each) for each in concerned), _connector=Q.OR)
    return [each for each in Webhook.objects.filter(theirs, listening()) if event in each.events]


def listening(prefix: str = "") -> Q:
    """Webhooks to which anything is sent: switched on, of somebody who may take part."""
    wanted = {"active": True, "owner__is_active": True, "owner__banned": False}
    return Q(**{f"{prefix}{field}": value for field, value in wanted.items()})


def delivery(
    webhook: Webhook, event: str, about: object, told: Mapping[str, Any], fixture: Fixture | None = None
) -> Delivery:
    """What is sent of an event, not saved."""
    uid, now = uuid.uuid4(), timezone.now()
    body = {"id": uid, "event": event, "at": now, "data": told}
    return Delivery(
        webhook=webhook,
        uid=uid,
        event=event,
        subject=f"{event} {about}",
        fixture=fixture,
        body=msgspec.json.encode(body).decode(),
        due=now,
        created=now,
    )


def tell(deliveries: Collection[Delivery]) -> None:
    """Writes down what is to be sent, in the transaction in which it happens; what was told stays told."""
    Delivery.objects.bulk_create(deliveries, ignore_conflicts=True)


def signature(secret: str, body: str, at: datetime) -> str:
    """The header that proves who sent it, and when."""
    stamp = int(at.timestamp())
    mac = hmac.new(secret.encode(), f"{stamp}.{body}".encode(), hashlib.sha256)
    return f"t={stamp},v1={mac.hexdigest()}"
