"""The pages of webhooks: made, looked at, tried, sent again and removed by their owner and nobody else."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from tests.caravan.web.test_secrecy import Browse
from tests.world import World
from tournaments.models import Delivery, Fixture, Webhook
from tournaments.services import webhooks
from tournaments.services.webhooks import State, delivery, tell

NEW = {"url": "https://example.org/told", "events": ["fixture.finished", "season.closed"]}
INDEX = "/settings/webhooks/"


@pytest.fixture
def mine(world: World, browse: Browse) -> Client:
    """The site as the owner sees it."""
    return browse(world.owner)


@pytest.fixture
def hook(world: World) -> Webhook:
    """One of the owner's."""
    return webhooks.make(owner=world.owner, **NEW)[0]


def said(client: Client, path: str) -> str:
    """The page at `path`, which must be there."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def sent(hook: Webhook, fixture: Fixture | None = None, **came: object) -> Delivery:
    """Something that was sent."""
    made = delivery(hook, "fixture.finished", fixture and fixture.pk, {"word": "<b>told</b>"}, fixture)
    tell([made])
    came = {"state": State.DELIVERED, "tried": timezone.now(), "attempts": 1, "status": 200, **came}
    Delivery.objects.filter(uid=made.uid).update(**came)
    return Delivery.objects.get(uid=made.uid)


def test_a_secret_is_shown_once(mine: Client) -> None:
    answer = mine.post(f"{INDEX}new/", NEW)
    found = re.search(r"whsec_[\w-]{40,}", answer.content.decode())
    assert found
    assert "no-store" in answer.headers["Cache-Control"]
    hook = Webhook.objects.get(url=NEW["url"])
    assert hook.secret == found[0]
    assert hook.events == NEW["events"]
    for path in (INDEX, f"{INDEX}{hook.pk}/"):
        page = said(mine, path)
        assert NEW["url"] in page
        assert found[0] not in page


@pytest.mark.parametrize("wrong", [{"url": "ftp://example.org/"}, {"events": []}, {"events": ["all"]}])
def test_what_cannot_work_is_said_so(mine: Client, wrong: dict[str, object]) -> None:
    page = mine.post(f"{INDEX}new/", {**NEW, **wrong}).content.decode()
    assert 'class="no small"' in page or "No: an address begins" in page
    assert Webhook.objects.count() == 1


def test_the_log_tells_what_was_sent_and_answered(mine: Client, hook: Webhook) -> None:
    took = sent(hook, answer="<i>thank you</i>")
    page = said(mine, f"{INDEX}{hook.pk}/")
    assert str(took.uid) in page
    assert "&lt;b&gt;told&lt;/b&gt;" in page
    assert "&lt;i&gt;thank you&lt;/i&gt;" in page
    waits = {"state": State.WAITING, "status": None, "error": "it was silent", "answer": ""}
    Delivery.objects.filter(pk=took.pk).update(**waits)
    page = said(mine, f"{INDEX}{hook.pk}/")
    assert "it was silent; again" in page
    assert "Nothing was answered." in page


def test_the_log_tells_nothing_of_a_fixture_that_is_not_open(
    world: World, mine: Client, hook: Webhook
) -> None:
    for fixture, shown in ((world.open, True), (world.held, False)):
        one = sent(hook, fixture)
        assert (str(one.uid) in said(mine, f"{INDEX}{hook.pk}/")) == shown
        Delivery.objects.filter(pk=one.pk).update(tried=None)
        assert str(one.uid) not in said(mine, f"{INDEX}{hook.pk}/")


def test_a_long_log_goes_on(mine: Client, hook: Webhook) -> None:
    rows = [delivery(hook, "ping", number, {}) for number in range(60)]
    tell(rows)
    page = said(mine, f"{INDEX}{hook.pk}/")
    found = re.search(r'"\?before=(\d+)"', page)
    assert found
    both = page.count("<b>ping</b>"), said(mine, f"{INDEX}{hook.pk}/?before={found[1]}").count("<b>ping</b>")
    assert both == (50, 10)


def test_a_ping_is_sent_and_what_was_sent_is_sent_again(mine: Client, hook: Webhook) -> None:
    mine.post(f"{INDEX}{hook.pk}/ping/")
    ping = hook.deliveries.get(event="ping")
    assert ping.state == State.WAITING
    took = sent(hook)
    mine.post(f"{INDEX}{hook.pk}/deliveries/{took.pk}/again/")
    took.refresh_from_db()
    assert (took.state, took.attempts) == (State.WAITING, 0)


def test_what_is_switched_off_sends_nothing_until_it_is_on_again(mine: Client, hook: Webhook) -> None:
    Webhook.objects.update(active=False, failing_since=timezone.now(), failures=30)
    page = said(mine, f"{INDEX}{hook.pk}/")
    assert "Switched off" in page
    assert "Send a ping" not in page
    assert "switch it on first" in mine.post(f"{INDEX}{hook.pk}/ping/", follow=True).content.decode()
    assert not hook.deliveries.exists()
    mine.post(f"{INDEX}{hook.pk}/on/")
    hook.refresh_from_db()
    assert hook.active
    assert "Send a ping" in said(mine, f"{INDEX}{hook.pk}/")


def test_nobody_sees_or_touches_anothers(world: World, hook: Webhook, browse: Browse) -> None:
    took = sent(hook)
    for who in (world.member, world.stranger, world.staff, world.organiser):
        client = browse(who)
        assert NEW["url"] not in said(client, INDEX)
        assert client.get(f"{INDEX}{hook.pk}/").status_code == 404
        for deed in ("remove/", "on/", "ping/", f"deliveries/{took.pk}/again/"):
            assert client.post(f"{INDEX}{hook.pk}/{deed}").status_code == 404, deed
    other, _ = webhooks.make(owner=world.member, **NEW)
    path = f"{INDEX}{other.pk}/deliveries/{took.pk}/again/"
    assert browse(world.member).post(path).status_code == 404
    took.refresh_from_db()
    assert took.state == State.DELIVERED


def test_what_is_removed_is_gone_with_its_log(mine: Client, hook: Webhook) -> None:
    sent(hook)
    mine.post(f"{INDEX}{hook.pk}/remove/")
    assert not Webhook.objects.filter(pk=hook.pk).exists()
    assert not Delivery.objects.filter(webhook=hook.pk).exists()
    assert NEW["url"] not in said(mine, INDEX)
