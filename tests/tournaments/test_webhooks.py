"""Webhooks: made by their owners, sent to in turns, tried again with growing gaps, given up in the end."""

import hashlib
import hmac
import socket
import threading
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.receivers import Receiver
from tournaments import tasks
from tournaments.errors import StateError, WebhookError
from tournaments.models import Delivery, User, Webhook
from tournaments.services import accounts, deliveries, webhooks

pytestmark = pytest.mark.django_db(transaction=True)

State = Delivery.State
PRIVATE = "http://169.254.169.254/latest/meta-data/"


@pytest.fixture(autouse=True)
def _loopback(settings):
    settings.CARAVAN_WEBHOOKS_LOOPBACK = True


@pytest.fixture
def receiver():
    with Receiver().serving() as made:
        yield made


@pytest.fixture
def hook(owner, receiver):
    """A webhook that leads to the receiver."""
    made, _ = webhooks.make(owner=owner, url=receiver.url, events=["round.settled"])
    return made


def say(webhook, about="1"):
    """Something for it to be told."""
    made = webhooks.delivery(webhook, "round.settled", about, {"round": about})
    webhooks.tell([made])
    return Delivery.objects.get(uid=made.uid)


def turn():
    """All webhooks that are due get a turn, in this thread."""
    claimed = deliveries.claim(100)
    for webhook in claimed:
        deliveries.turn(webhook)
    return len(claimed)


def again(delivery):
    """Its gap is over."""
    Delivery.objects.filter(pk=delivery.pk).update(due=timezone.now())
    turn()
    delivery.refresh_from_db()


def test_it_is_made_for_its_owner_and_its_secret_told_once(owner):
    hook, secret = webhooks.make(owner=owner, url="https://a.example/", events=["season.closed"] * 2)
    assert secret.startswith("whsec_")
    assert len(secret) > 40
    assert hook.events == ["season.closed"]
    _, other = webhooks.make(owner=owner, url="https://a.example/", events=["season.closed"])
    assert other != secret
    assert secret not in str(hook)


@pytest.mark.parametrize(
    ("url", "events", "why"),
    [
        ("ftp://a.example/", ["round.settled"], "begins with https"),
        ("https://a.example/", [], "told of some of these"),
        ("https://a.example/", ["everything"], "told of some of these"),
    ],
)
def test_what_cannot_work_is_not_made(owner, url, events, why):
    with pytest.raises(WebhookError, match=why):
        webhooks.make(owner=owner, url=url, events=events)
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    ("url", "leads"),
    [
        (PRIVATE, "169.254.169.254"),
        ("http://[::1]:8080/", "::1"),
        ("https://localhost/", "127.0.0.1"),
        ("https://inside.test/", "10.0.0.1"),
    ],
)
def test_what_leads_to_no_public_host_is_not_made(owner, settings, monkeypatch, url, leads):
    settings.CARAVAN_WEBHOOKS_LOOPBACK = False
    real = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", lambda host, *args, **named: real(leads, *args, **named))
    with pytest.raises(WebhookError, match="is not a public host"):
        webhooks.make(owner=owner, url=url, events=["round.settled"])
    assert not Webhook.objects.exists()


def test_nobody_has_more_than_they_can_keep_an_eye_on(owner, member):
    for _ in range(webhooks.A_USER):
        webhooks.make(owner=owner, url="https://a.example/", events=["round.settled"])
    with pytest.raises(WebhookError, match="the limit is 10"):
        webhooks.make(owner=owner, url="https://a.example/", events=["round.settled"])
    webhooks.make(owner=member, url="https://a.example/", events=["round.settled"])


def test_what_is_sent_proves_who_sent_it_and_when(hook, receiver):
    delivery = say(hook)
    assert turn() == 1
    [(headers, body)] = receiver.came
    assert body == delivery.body.encode()
    assert headers["Content-Type"] == "application/json"
    assert headers["Caravan-Event"] == "round.settled"
    assert headers["Caravan-Delivery"] == str(delivery.uid)
    stamp, mac = (part.partition("=")[2] for part in headers["Caravan-Signature"].split(","))
    assert abs(int(stamp) - timezone.now().timestamp()) < 600
    proof = hmac.new(hook.secret.encode(), stamp.encode() + b"." + body, hashlib.sha256)
    assert mac == proof.hexdigest()
    delivery.refresh_from_db()
    assert (delivery.state, delivery.status, delivery.answer) == (State.DELIVERED, 200, "thank you")
    assert delivery.sent
    hook.refresh_from_db()
    assert hook.used
    assert turn() == 0


def test_what_fails_is_sent_again_after_longer_and_longer_and_then_given_up(hook, receiver):
    receiver.answers = ["fail"] * 100
    delivery = say(hook)
    assert sorted(deliveries.GAPS) == list(deliveries.GAPS)
    for gap in deliveries.GAPS:
        turn()
        delivery.refresh_from_db()
        assert (delivery.state, delivery.status) == (State.WAITING, 500)
        assert delivery.error == "it answered 500"
        waits = delivery.due - delivery.tried
        assert gap <= waits < gap + timedelta(seconds=600)
        assert turn() == 0
        Delivery.objects.update(due=timezone.now())
    turn()
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == (State.FAILED, len(deliveries.GAPS) + 1)
    assert len(receiver.came) == len(deliveries.GAPS) + 1
    assert len({headers["Caravan-Delivery"] for headers, _ in receiver.came}) == 1
    Delivery.objects.update(due=timezone.now())
    assert turn() == 0
    assert Webhook.objects.get().active


@pytest.mark.parametrize(
    ("answers", "error"),
    [
        (["fail"], "it answered 500"),
        (["redirect"], "it answered 307, and nobody is sent elsewhere"),
        (["hang"], "it was silent for"),
        (["drip"], "no answer within"),
    ],
)
def test_whatever_a_receiver_does_is_written_down_and_tried_again(
    hook, receiver, monkeypatch, answers, error
):
    monkeypatch.setattr("tournaments.posting.LOOK", 0.3 if "hang" in answers else 60)
    monkeypatch.setattr("tournaments.posting.DEADLINE", 0.3 if "drip" in answers else 600)
    receiver.answers, receiver.elsewhere = answers, PRIVATE
    delivery = say(hook)
    turn()
    delivery.refresh_from_db()
    assert delivery.error.startswith(error)
    assert delivery.state == State.WAITING
    assert receiver.heard(1)
    monkeypatch.setattr("tournaments.posting.LOOK", 60)
    monkeypatch.setattr("tournaments.posting.DEADLINE", 600)
    again(delivery)
    assert (delivery.state, delivery.error, delivery.attempts) == (State.DELIVERED, "", 2)


def test_a_long_answer_is_kept_as_far_as_it_helps(hook, receiver):
    receiver.answers = ["flood"]
    delivery = say(hook)
    turn()
    delivery.refresh_from_db()
    assert (delivery.state, delivery.answer) == (State.DELIVERED, "x" * 500)


def test_this_machine_is_told_nothing_unless_that_is_wanted(hook, receiver, settings):
    settings.CARAVAN_WEBHOOKS_LOOPBACK = False
    delivery = say(hook)
    turn()
    delivery.refresh_from_db()
    assert delivery.error == "127.0.0.1 is not a public host"
    assert delivery.status is None
    assert not receiver.came


def test_what_waits_is_sent_in_its_order_until_something_fails(hook, receiver):
    first, second, third = (say(hook, str(number)) for number in (1, 2, 3))
    receiver.answers = ["take", "fail"]
    turn()
    states = [one.state for one in Delivery.objects.order_by("pk")]
    assert states == [State.DELIVERED, State.WAITING, State.WAITING]
    assert [headers["Caravan-Delivery"] for headers, _ in receiver.came] == [str(first.uid), str(second.uid)]
    turn()
    assert receiver.came[2][0]["Caravan-Delivery"] == str(third.uid)


def test_two_desks_send_it_once(hook, receiver):
    delivery = say(hook)
    first, second = deliveries.claim(10), deliveries.claim(10)
    assert (len(first), second) == (1, [])
    deliveries.turn(first[0])
    assert deliveries.claim(10) == []
    assert len(receiver.came) == 1
    webhooks.send_again(delivery=delivery)
    assert turn() == 1


def test_what_a_dead_desk_had_claimed_is_sent_by_another(hook, receiver):
    say(hook)
    assert deliveries.claim(10)
    Webhook.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert turn() == 1
    assert len(receiver.came) == 1


def test_a_slow_receiver_keeps_neither_the_desk_nor_others_waiting(hook, receiver, member, monkeypatch):
    with Receiver().serving() as quick:
        other, _ = webhooks.make(owner=member, url=quick.url, events=["round.settled"])
        receiver.answers = ["hang"]
        monkeypatch.setattr("tournaments.posting.LOOK", 600)
        monkeypatch.setattr("tournaments.posting.DEADLINE", 600)
        say(hook)
        say(other)
        done = threading.Semaphore(0)
        real = deliveries.turn
        monkeypatch.setattr(deliveries, "turn", lambda webhook: (real(webhook), done.release()))
        tasks.deliver()  # comes back while the first one hangs
        assert done.acquire(timeout=120)
        assert Delivery.objects.get(webhook=other).state == State.DELIVERED
        receiver.over.set()
        assert done.acquire(timeout=120)


def test_only_so_many_are_sent_to_at_once(owner, receiver, monkeypatch):
    monkeypatch.setattr(deliveries, "turn", lambda webhook: receiver.over.wait())
    for _ in range(deliveries.THREADS + 2):
        made, _ = webhooks.make(owner=owner, url=receiver.url, events=["round.settled"])
        say(made)
    assert deliveries.begin() == deliveries.THREADS
    assert deliveries.begin() == 0
    receiver.over.set()


def test_what_was_sent_is_sent_again_when_its_owner_says_so(hook, receiver):
    delivery = say(hook)
    turn()
    webhooks.send_again(delivery=delivery)
    turn()
    (first, body), (second, same) = receiver.came
    assert body == same
    assert first["Caravan-Delivery"] == second["Caravan-Delivery"]
    Webhook.objects.update(active=False)
    with pytest.raises(StateError):
        webhooks.send_again(delivery=delivery)


def test_a_ping_shows_whether_it_works(hook, receiver):
    webhooks.ping(webhook=hook)
    webhooks.ping(webhook=hook)
    turn()
    assert [headers["Caravan-Event"] for headers, _ in receiver.came] == ["ping", "ping"]
    Webhook.objects.update(active=False)
    with pytest.raises(StateError):
        webhooks.ping(webhook=hook)


def test_what_does_nothing_but_fail_for_a_week_is_switched_off_until_somebody_looks(hook, receiver, owner):
    receiver.answers = ["fail"] * 100
    long_ago = timezone.now() - deliveries.PATIENCE
    rows = [say(hook, str(number)) for number in range(deliveries.FAILURES)]
    Webhook.objects.update(failing_since=long_ago)
    for delivery in rows[:-1]:
        again(delivery)
    assert Webhook.objects.get().active
    again(rows[-1])
    hook.refresh_from_db()
    assert not hook.active
    assert {one.state for one in Delivery.objects.all()} == {State.FAILED}
    [told] = owner.notifications.all()
    assert told.text == "Your webhook at 127.0.0.1 took nothing for a week, and is switched off."
    assert told.address == f"/settings/webhooks/{hook.pk}/"
    webhooks.switch_on(webhook=hook)
    receiver.answers = []
    webhooks.send_again(delivery=rows[0])
    turn()
    hook.refresh_from_db()
    assert (hook.active, hook.failures, hook.failing_since) == (True, 0, None)
    with pytest.raises(StateError):
        webhooks.switch_on(webhook=hook)


def test_what_works_again_in_time_is_not_counted_any_more(hook, receiver):
    receiver.answers = ["fail"]
    delivery = say(hook)
    turn()
    hook.refresh_from_db()
    assert hook.failures == 1
    assert hook.failing_since
    again(delivery)
    hook.refresh_from_db()
    assert (hook.failures, hook.failing_since) == (0, None)


def test_the_owner_who_leaves_takes_it_along(hook, receiver, owner):
    say(hook)
    User.objects.filter(pk=owner.pk).update(banned=True)
    assert turn() == 0
    User.objects.filter(pk=owner.pk).update(banned=False)
    accounts.delete(user=owner, by=owner)
    assert not Webhook.objects.exists()
    assert not Delivery.objects.exists()
    assert not receiver.came


def test_what_is_removed_while_it_is_sent_is_gone(hook, receiver):
    say(hook)
    [claimed] = deliveries.claim(1)
    webhooks.remove(webhook=hook)
    deliveries.turn(claimed)
    assert not Delivery.objects.exists()


def test_after_a_month_the_hourly_task_forgets(hook):
    old, new = say(hook, "old"), say(hook, "new")
    Delivery.objects.filter(pk=old.pk).update(created=timezone.now() - deliveries.KEPT - timedelta(hours=1))
    tasks.expire()
    assert Delivery.objects.get() == new


def test_neither_secret_nor_address_is_logged(hook, receiver, monkeypatch, caplog):
    caplog.set_level("DEBUG")
    receiver.answers = ["fail"] * 100
    say(hook)
    turn()

    def broken(*_):
        raise RuntimeError("a mistake of ours")

    monkeypatch.setattr(deliveries, "turn", broken)
    deliveries._turn(hook)
    assert "a mistake of ours" in caplog.text
    assert hook.secret not in caplog.text
    assert receiver.url not in caplog.text
