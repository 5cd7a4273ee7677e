"""What happens stays so, and is told to nobody who is gone, whoever goes while it is written down."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import transaction
from django.utils import timezone

from tests.receivers import Receiver
from tests.tournaments.playing import beat, finish, join, open_attempts, played, script, work
from tests.tournaments.racing import LONGEST, alone, refusals, stay_until, together
from tournaments.models import (
    Attempt,
    Bulletin,
    Delivery,
    Fixture,
    Notification,
    Round,
    Season,
    User,
    Version,
    Webhook,
)
from tournaments.services import (
    accounts,
    bots,
    deliveries,
    entries,
    leagues,
    notifications,
    rebuild,
    rounds,
    scheduler,
    seasons,
    users,
    versions,
    webhooks,
)

NOWHERE = "http://127.0.0.1/"
"""Refused before anything is sent."""
WHY = "by the organiser"


@pytest.fixture
def hook(owner):
    """Told of everything that concerns the owner."""
    made, _ = webhooks.make(owner=owner, url=NOWHERE, events=Webhook.Event.values)
    return made


@pytest.fixture
def ann(season, owner, hook):
    """The owner's entry in a season of three."""
    [entry] = join(season, "ann", owner=owner)
    join(season, "bob", "cat")
    Season.objects.filter(pk=season.pk).update(round_gap=10**6)
    return entry


def result(season, ann):
    """A fixture is finished; what is done, and whether that stands."""
    scheduler.tick(season.opens)
    [attempt] = open_attempts()
    assert beat(attempt)
    done = played(attempt)

    def stands():
        assert (Attempt.objects.get().state, Fixture.objects.get().state) == ("done", "finished")
        assert not ann.placings.filter(rank=None).exists()
        assert Bulletin.objects.filter(kind=Bulletin.Kind.FIXTURE).count() == 1
        rounds.settle(division=season.divisions.get(), now=season.opens)
        assert rated_once(season)

    return lambda: finish(attempt, done), stands


def rated_once(season):
    return rebuild.rebuild(season=season).differences == [] and season.divisions.get().settled == 1


def settled(season, ann):
    """A round is settled."""
    finished, _ = result(season, ann)
    assert finished()
    Delivery.objects.all().delete()

    def stands():
        assert Round.objects.get().state == "settled"
        assert Bulletin.objects.filter(kind=Bulletin.Kind.ROUND).count() == 1
        assert rated_once(season)

    division = season.divisions.get()
    return lambda: rounds.settle(division=division, now=season.opens), stands


def closed(season, ann):
    """A season is closed."""
    seasons.start(season=season)

    def stands():
        assert Season.objects.get().state == "closed"
        assert Bulletin.objects.filter(kind=Bulletin.Kind.SEASON, state="closed").count() == 1
        assert Season.objects.get().archive

    return lambda: seasons.close(season=season), stands


def validated(season, ann):
    """A version has passed its trial."""
    version = versions.submit(bot=ann.bot, data=script("v2"), filename="bot.py", games=["pis_yedili"])
    [attempt] = open_attempts()
    assert beat(attempt)
    done = played(attempt)

    def stands():
        assert Fixture.objects.get().state == "finished"
        assert Version.objects.get(pk=version.pk).state in {"active", "passed"}

    return lambda: finish(attempt, done), stands


def removed(owner, hook, ann):
    webhooks.remove(webhook=hook)


def switched_off(owner, hook, ann):
    long_ago = timezone.now() - deliveries.PATIENCE
    mine = Webhook.objects.filter(pk=hook.pk)
    mine.update(failing_since=long_ago, failures=deliveries.FAILURES)
    Delivery.objects.filter(webhook=hook).delete()
    ping = webhooks.ping(webhook=hook)
    assert not deliveries.send(hook, ping)


def deleted(owner, hook, ann):
    accounts.delete(user=owner, by=owner)


def frozen(owner, hook, ann):
    bots.freeze(bot=ann.bot, by=None, reason=WHY)


def banned(owner, hook, ann):
    users.ban(user=owner, by=None, reason=WHY)


def cases(*often):
    """What happens, and what else meanwhile; the most dangerous in the normal size."""
    return [
        pytest.param(
            happens, meanwhile, marks=[] if happens is result or meanwhile in often else pytest.mark.long
        )
        for happens in (result, settled, closed, validated)
        for meanwhile in (removed, switched_off, deleted, frozen, banned)
    ]


EACH = pytest.mark.parametrize(("happens", "meanwhile"), cases(removed, deleted))


def told_to_nobody_who_is_gone(meanwhile):
    """Nothing is sent to a webhook that is gone or off, or whose owner is; nothing of it stays."""
    if meanwhile is not frozen:
        assert deliveries.claim(10) == []
    deliveries.expire(timezone.now())
    notifications.expire(timezone.now())
    assert set(Delivery.objects.values_list("webhook", flat=True)) <= set(
        Webhook.objects.values_list("pk", flat=True)
    )
    assert not Notification.objects.filter(user__deleted__isnull=False).exists()


@pytest.mark.parametrize("place", [pytest.param("raised.listeners", marks=pytest.mark.long), "raised.tell"])
@EACH
def test_what_happens_stands_whoever_goes_while_it_is_told(
    season, owner, hook, ann, amid, happens, meanwhile, place
):
    act, stands = happens(season, ann)
    gone = amid(place, lambda: meanwhile(owner, hook, ann))
    act()
    assert gone() is None
    stands()
    told_to_nobody_who_is_gone(meanwhile)


@EACH
def test_what_happens_stands_while_somebody_goes(season, owner, hook, ann, happens, meanwhile):
    act, stands = happens(season, ann)
    with ThreadPoolExecutor(1) as thread:
        with transaction.atomic():
            meanwhile(owner, hook, ann)
            done = thread.submit(alone, act)
            stay_until(done.done)
        assert not isinstance(done.result(LONGEST), Exception)
    stands()
    told_to_nobody_who_is_gone(meanwhile)


def test_who_has_withdrawn_and_not_looked_leaves_while_a_round_settles(season, owner, ann, amid):
    Season.objects.update(round_gap=0)
    now = work(season, 1)
    entries.withdraw(entry=ann)
    for attempt in open_attempts():
        assert beat(attempt)
        assert finish(attempt)
    assert owner.notifications.filter(kind=Notification.Kind.ROUND, seen=False).exists()
    left = amid("news.tell", lambda: deleted(owner, None, ann))
    assert rounds.settle(division=season.divisions.get(), now=now).number == 2
    assert left() is None
    told_to_nobody_who_is_gone(deleted)


def test_who_looks_at_what_there_is_keeps_no_round_from_settling(season, owner, ann):
    act, stands = settled(season, ann)
    rows = {"kind": Notification.Kind.ROUND, "entry": ann, "text": "the round before", "address": "/"}
    owner.notifications.create(**rows)
    with ThreadPoolExecutor(1) as thread, transaction.atomic():
        notifications.see_all(user=owner)
        done = thread.submit(alone, act)
        stay_until(done.done)
        assert done.done()
    stands()
    assert list(owner.notifications.order_by("pk").values_list("seen", flat=True)) == [True, False]


def test_an_organiser_leaves_while_the_desk_is_taken_from_them(league, owner, amid):
    league.organisers.add(owner)
    left = amid("news.tell", lambda: deleted(owner, None, None))
    leagues.dismiss_organiser(league=league, username=owner.username, by=None, reason=WHY)
    assert left() is None
    assert not league.organisers.exists()


@pytest.mark.parametrize(
    "statement", ['UPDATE "tournaments_delivery"', 'INSERT INTO "tournaments_notification"']
)
@pytest.mark.parametrize("goes", [removed, deleted])
def test_a_webhook_goes_while_it_is_switched_off(owner, hook, amid_statement, goes, statement):
    gone = amid_statement(statement, lambda: goes(owner, hook, None))
    switched_off(owner, hook, None)
    assert gone() is None
    assert not Delivery.objects.exists()
    told_to_nobody_who_is_gone(goes)


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
