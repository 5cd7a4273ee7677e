"""What happens stays so, and is told to nobody who is gone, whoever goes while it is written down."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import transaction
from django.utils import timezone

from tests.tournaments.playing import beat, finish, join, open_attempts, played, script, work
from tests.tournaments.racing import LONGEST, alone, stay_until
from tournaments.models import (
    Attempt,
    Bulletin,
    Delivery,
    Fixture,
    Notification,
    Round,
    Season,
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

NOWHERE = "http://nowhere.invalid/"
"""Nothing is ever sent there."""
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


def dangerous(happens, meanwhile):
    """Whether both write to the same rows; the others are for the large size."""
    return meanwhile is deleted or (meanwhile is removed and happens in (result, settled))


EACH = pytest.mark.parametrize(
    ("happens", "meanwhile"),
    [
        pytest.param(happens, meanwhile, marks=[] if dangerous(happens, meanwhile) else pytest.mark.long)
        for happens in (result, settled, closed, validated)
        for meanwhile in (removed, switched_off, deleted, frozen, banned)
    ],
)


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


@pytest.mark.parametrize(
    "place", [pytest.param("callbacks.listeners", marks=pytest.mark.long), "callbacks.tell"]
)
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
    left = amid("notices.tell", lambda: deleted(owner, None, ann))
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
    left = amid("notices.tell", lambda: deleted(owner, None, None))
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
