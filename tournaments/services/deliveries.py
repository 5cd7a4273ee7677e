"""What is sent to webhooks, by threads beside the desk: a slow receiver keeps nobody waiting but itself.

A desk leases a webhook before it sends to it; where it dies, another one may once the lease has run out.
"""

from __future__ import annotations

import logging
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from tournaments.models import Delivery, Webhook
from tournaments.posting import Answer, PostError, post
from tournaments.selectors.fixtures import open_fixtures
from tournaments.services import news, webhooks
from tournaments.services.deadlines import reached
from tournaments.services.states import changed
from tournaments.services.texts import kept

State = Delivery.State
THREADS = 4
"""So many receivers are sent to at once by one desk."""
TURN = 20.0
"""Seconds after which others come first;"""
LEASE = timedelta(minutes=3)
"""and after which whoever sends counts as dead: far longer than a turn and what was begun in it."""
GAPS = tuple(timedelta(minutes=each) for each in (1, 5, 30, 120, 360, 720, 1440))
"""After each failure, until it is sent again; two days and eight failures later it is given up."""
PATIENCE, FAILURES = timedelta(days=7), 20
"""A webhook is switched off once it has done nothing but fail for so long, and so often."""
KEPT = timedelta(days=30)
log = logging.getLogger(__name__)
_pool = ThreadPoolExecutor(THREADS, "webhooks")
_turns: set[Future[None]] = set()


def begin() -> int:
    """Lets threads that are free send what is due; to how many receivers."""
    _turns.difference_update([turn for turn in _turns if turn.done()])
    claimed = claim(THREADS - len(_turns))
    _turns.update(_pool.submit(_turn, each) for each in claimed)
    return len(claimed)


def claim(most: int) -> list[Webhook]:
    """Leases webhooks for which something is due, those first that have waited longest for their turn."""
    now, until = timezone.now(), timezone.now() + LEASE
    free = Q(lease_until=None) | reached("lease_until", now, 2 * LEASE)
    wanted = Webhook.objects.filter(free, pk__in=due(now).order_by().values("webhook"))
    wanted = wanted.order_by(F("lease_until").asc(nulls_first=True), "pk")
    claimed = []
    for webhook in wanted[:most]:
        if changed(Webhook.objects.filter(free, pk=webhook.pk, active=True), lease_until=until):
            webhook.lease_until = until
            claimed.append(webhook)
    return claimed


def due(now: datetime) -> QuerySet[Delivery]:
    """What is to be sent now; of fixtures only those whose results everybody may see."""
    waiting = Delivery.objects.filter(reached("due", now, 2 * GAPS[-1]), state=State.WAITING)
    waiting = waiting.filter(webhooks.listening("webhook__"))
    return waiting.filter(Q(fixture=None) | open_fixtures("fixture__")).order_by("due", "pk")


def _turn(webhook: Webhook) -> None:
    """In a thread of its own, with its own connection to the database."""
    try:
        turn(webhook)
    except Exception:
        log.exception("Nothing more is sent to a webhook for now", extra={"webhook": webhook.pk})
    finally:
        connection.close()


def turn(webhook: Webhook) -> None:
    """Sends what is due to a webhook that was claimed, one after the other until one fails; gives it back."""
    end = monotonic() + TURN
    while monotonic() < end:
        delivery = due(timezone.now()).filter(webhook=webhook).first()
        if delivery is None or not send(webhook, delivery):
            break
    mine = Webhook.objects.filter(pk=webhook.pk, lease_until=webhook.lease_until)
    mine.update(lease_until=timezone.now())


def send(webhook: Webhook, delivery: Delivery) -> bool:
    """Sends one, and writes down what came of it; whether it was delivered."""
    now = timezone.now()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Caravan",
        "Connection": "close",
        "Caravan-Event": delivery.event,
        "Caravan-Delivery": str(delivery.uid),
        "Caravan-Signature": webhooks.signature(webhook.secret, delivery.body, now),
    }
    try:
        answer = post(
            webhook.url, delivery.body.encode(), headers, loopback=settings.CARAVAN_WEBHOOKS_LOOPBACK
        )
    except PostError as none:
        return _failed(webhook, delivery, tried=now, status=None, answer="", error=kept(str(none), 300))
    came = {"tried": now, "status": answer.status, "answer": kept(answer.text, 500)}
    if error := wrong(answer):
        return _failed(webhook, delivery, error=error, **came)
    rows = Delivery.objects.filter(pk=delivery.pk, state=State.WAITING)
    rows.update(state=State.DELIVERED, attempts=delivery.attempts + 1, error="", **came)
    Webhook.objects.filter(pk=webhook.pk).update(used=now, failures=0, failing_since=None)
    return True


def wrong(answer: Answer) -> str:
    """Why an answer says that it was not delivered; empty: it was."""
    if 200 <= answer.status < 300:
        return ""
    if 300 <= answer.status < 400:
        return f"it answered {answer.status}, and nobody is sent elsewhere"
    return f"it answered {answer.status}"


def _failed(webhook: Webhook, delivery: Delivery, **came: Any) -> bool:
    """It waits for longer each time, then no more; nor does anything for a webhook that only fails."""
    now, last = timezone.now(), delivery.attempts >= len(GAPS)
    then = {"state": State.FAILED} if last else {"due": now + GAPS[delivery.attempts]}
    rows = Delivery.objects.filter(pk=delivery.pk, state=State.WAITING)
    if not changed(rows, attempts=delivery.attempts + 1, **then, **came):
        return False  # it is gone, or another desk, whose lease came after, has delivered it
    mine = Webhook.objects.filter(pk=webhook.pk)
    mine.filter(failing_since=None).update(failing_since=now)
    mine.update(failures=F("failures") + 1)
    hopeless = mine.filter(active=True, failures__gte=FAILURES, failing_since__lte=now - PATIENCE)
    _switch_off(webhook, hopeless)
    return False


@transaction.atomic
def _switch_off(webhook: Webhook, hopeless: QuerySet[Webhook]) -> None:
    """Gives up what waits for it, and tells its owner, if there is no hope."""
    if changed(hopeless, active=False):
        Delivery.objects.filter(webhook=webhook, state=State.WAITING).update(state=State.FAILED)
        news.switched_off(webhook)


def expire(now: datetime) -> None:
    """Removes what is older than 30 days, and what was written while its webhook was removed."""
    webhook = Webhook.objects.filter(pk=OuterRef("webhook"))
    Delivery.objects.filter(Q(created__lt=now - KEPT) | ~Exists(webhook)).delete()
