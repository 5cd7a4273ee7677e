"""What waits for webhooks is sent by one desk, though there are two, and one may be killed."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.utils import timezone

from tests.receivers import Receiver
from tests.tournaments.racing import LONGEST, alone, refusals, together
from tournaments.models import Delivery, User, Webhook
from tournaments.services import deliveries, webhooks

RECEIVED = "Caravan-Delivery"


@pytest.fixture
def receiver(owner, settings):
    """Whither two webhooks lead, with three things to be told to each."""
    settings.CARAVAN_WEBHOOKS_LOOPBACK = True
    with Receiver().serving() as made:
        for _ in range(2):
            hook, _ = webhooks.make(owner=owner, url=made.url, events=["round.settled"])
            webhooks.tell([webhooks.delivery(hook, "round.settled", about, {}) for about in range(3)])
        yield made


def came(receiver):
    """What came, in a fixed order."""
    return sorted(headers[RECEIVED] for headers, _ in receiver.came)


def everything():
    """What is to come, in the same order."""
    return sorted(map(str, Delivery.objects.values_list("uid", flat=True)))


def desk():
    """Sends what it can claim."""
    for webhook in deliveries.claim(deliveries.THREADS):
        deliveries.turn(webhook)


def test_of_two_desks_each_delivery_is_sent_by_one(receiver, before):
    both = Barrier(2, timeout=LONGEST)
    before("deliveries.changed", both.wait)  # each has found both webhooks free
    assert refusals(together(desk, desk)) == []
    assert came(receiver) == everything()
    assert set(Delivery.objects.values_list("state", "attempts")) == {("delivered", 1)}


def test_who_is_banned_while_their_webhook_is_sent_to_is_sent_nothing_more(receiver, owner, before):
    [claimed, *_] = deliveries.claim(1)
    before("deliveries.post", lambda: User.objects.filter(pk=owner.pk).update(banned=True))
    deliveries.turn(claimed)
    assert len(receiver.came) == 1
    assert deliveries.claim(10) == []


def run_out():
    """The leases of all webhooks."""
    Webhook.objects.update(lease_until=timezone.now() - timedelta(seconds=1))


def test_what_comes_of_a_sending_whose_lease_ran_out_changes_nothing(receiver, monkeypatch):
    monkeypatch.setattr("tournaments.posting.LOOK", LONGEST)
    monkeypatch.setattr("tournaments.posting.DEADLINE", LONGEST)
    hook = Webhook.objects.latest("pk")
    Webhook.objects.exclude(pk=hook.pk).delete()
    receiver.answers = ["hang"]
    [late] = deliveries.claim(1)
    with ThreadPoolExecutor(1) as thread:
        slow = thread.submit(alone, lambda: deliveries.turn(late))
        assert receiver.heard(1)
        run_out()
        [claimed] = deliveries.claim(1)
        deliveries.turn(claimed)
        Webhook.objects.update(lease_until=timezone.now() + deliveries.LEASE)
        held = Webhook.objects.get().lease_until
        receiver.over.set()
        slow.result(LONGEST)
    assert set(came(receiver)) == set(everything())
    assert len(receiver.came) == 1 + len(everything())
    assert set(Delivery.objects.values_list("state", "attempts", "error")) == {("delivered", 1, "")}
    hook.refresh_from_db()
    assert (hook.failures, hook.failing_since, hook.lease_until) == (0, None, held)


DESK = """
import django
django.setup()
from tournaments.services import deliveries
claimed = deliveries.claim(5)
print("claimed", len(claimed), flush=True)
input()
for webhook in claimed:
    deliveries.turn(webhook)
"""


@pytest.mark.parametrize("sending", [False, True])
def test_what_a_killed_desk_had_claimed_is_sent_when_its_lease_has_run_out(receiver, database, sending):
    receiver.answers = ["hang"] if sending else []
    given = {
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": "caravan.settings",
        "CARAVAN_WEBHOOKS_LOOPBACK": "1",
    }
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        [sys.executable, "-c", DESK], env={**os.environ, **given}, stdin=pipe, stdout=pipe, text=True
    )
    with process:
        assert process.stdout.readline() == "claimed 2\n"
        if sending:
            process.stdin.write("\n")
            process.stdin.flush()
            assert receiver.heard(1)
        process.kill()
        process.wait(LONGEST)
    assert deliveries.claim(5) == []
    run_out()
    desk()
    twice = [one for one in everything() if came(receiver).count(one) == 2]
    assert len(twice) == sending  # at least once, and twice only what was on its way
    assert set(came(receiver)) == set(everything())
    assert set(Delivery.objects.values_list("state", "attempts")) == {("delivered", 1)}
