"""Who is told what by webhooks: owners and organisers, when everybody may know it, and once."""

import json

import pytest
from django.db import transaction
from django.utils import timezone

from benchmarks.queries import watched
from tests.tournaments.playing import (
    FAULTY,
    active_bot,
    beat,
    finish,
    join,
    open_attempts,
    play_out,
    script,
    work,
)
from tournaments.models import Delivery, Fixture, Round, User, Webhook
from tournaments.services import (
    bots,
    challenges,
    corrections,
    deliveries,
    drafts,
    news,
    rounds,
    scheduler,
    seasons,
    versions,
    webhooks,
)

pytestmark = pytest.mark.django_db(transaction=True)

Event = Webhook.Event


def listener(user, *events):
    """A webhook that is told of these, or of everything."""
    made, _ = webhooks.make(owner=user, url="https://example.org/", events=events or Event.values)
    return made


def told(webhook, event):
    """What it is told of an event, the first first."""
    rows = webhook.deliveries.filter(event=event).order_by("pk")
    bodies = [json.loads(row.body) for row in rows]
    assert {body["event"] for body in bodies} <= {event}
    assert [body["id"] for body in bodies] == [str(row.uid) for row in rows]
    return [body["data"] for body in bodies]


def play_all():
    """Whatever is queued."""
    for attempt in open_attempts():
        beat(attempt)
        finish(attempt)


def upload(owner, name):
    """The first version of a bot, its trial played."""
    bot = bots.create(owner=owner, name=name)
    versions.submit(bot=bot, data=script(name), filename="bot.py", games=["pis_yedili"])
    scheduler.tick()
    play_all()


def test_a_version_is_told_of_to_its_owner_with_what_came_of_its_trial(shipped, owner, member):
    hook, other = listener(owner), listener(member)
    upload(owner, "ann")
    upload(owner, FAULTY)
    good, bad = told(hook, Event.VERSION)
    assert (good["bot"], good["version"], good["game"], good["passed"]) == ("ann", 1, "pis_yedili", True)
    assert (bad["bot"], bad["passed"]) == (FAULTY, False)
    assert bad["reason"].startswith("In its trial in Pis Yedili: ")
    assert good["page"].endswith("/bots/ann/versions/1/")
    assert not told(hook, Event.FIXTURE)
    assert not other.deliveries.exists()


def test_a_fixture_is_told_of_to_whose_bots_sat_there_and_who_organises(season, owner, member):
    strangers = [listener(User.objects.create_user(name)) for name in ("jun", "kim")]
    hook, organiser = listener(owner), listener(member)
    season.league.organisers.add(member)
    join(season, "ann", owner=owner)
    join(season, "bob", "cat")
    scheduler.tick(season.opens)
    play_all()
    [mine], [theirs] = told(hook, Event.FIXTURE), told(organiser, Event.FIXTURE)
    assert mine == theirs
    assert (mine["league"], mine["season"], mine["round"], mine["division"]) == ("open", season.number, 1, 1)
    fixture = Fixture.objects.get(pk=mine["fixture"])
    placings = {placing.bot.name: placing for placing in fixture.placings.select_related("bot")}
    assert {one["bot"]: (one["rank"], one["fixture_points"]) for one in mine["placings"]} == {
        name: (placing.rank, placing.fixture_points) for name, placing in placings.items()
    }
    assert not [hook for hook in strangers if hook.deliveries.exists()]


def test_a_challenge_is_told_of_to_who_began_it_and_to_the_others_owners(league, owner, member):
    hooks = [listener(owner, Event.FIXTURE), listener(member, Event.FIXTURE)]
    mine, theirs = active_bot(owner, "ann"), active_bot(member, "bob")
    third = active_bot(User.objects.create_user("else"), "cat")
    chosen = [bot.versions.get() for bot in (mine, theirs, third)]
    challenges.begin(by=owner, league=league, versions=chosen)
    play_all()
    for hook in hooks:
        [fixture] = told(hook, Event.FIXTURE)
        assert fixture["kind"] == "challenge"
        assert "league" not in fixture


def test_of_a_held_round_nothing_is_told_before_it_is_released_and_then_all_of_it(season, owner):
    hook = listener(owner)
    join(season, "ann", owner=owner)
    join(season, "bob", "cat", "dan", "eve")
    scheduler.tick(season.opens)
    held = Round.objects.get(number=1)
    rounds.hold(round=held)
    play_all()
    scheduler.tick()
    assert not hook.deliveries.exists()
    rounds.release(round=held)
    assert [one["round"] for one in told(hook, Event.FIXTURE)] == [1]


def test_what_is_held_after_it_was_told_is_not_sent_and_not_told_twice(season, owner):
    hook = listener(owner)
    join(season, "ann", owner=owner)
    join(season, "bob", "cat")
    scheduler.tick(season.opens)
    play_all()
    assert deliveries.due(timezone.now()).count() == 1
    held = Round.objects.get(number=1)
    rounds.hold(round=held)
    assert not deliveries.due(timezone.now()).exists()
    assert not hook.deliveries.get().sent
    rounds.release(round=held)
    assert deliveries.due(timezone.now()).count() == 1
    corrections.void(fixture=Fixture.objects.get(pk=hook.deliveries.get().fixture_id), by=owner, reason="why")
    assert not deliveries.due(timezone.now()).exists()


def test_a_round_and_a_season_are_told_with_what_they_did_to_own_entries(season, owner, member):
    hook, organiser = listener(owner), listener(member)
    season.league.organisers.add(member)
    [entry] = join(season, "ann", owner=owner)
    join(season, "bob", "cat")
    work(season, 1)
    entry.refresh_from_db()
    first = told(hook, Event.ROUND)[0]
    assert (first["round"], first["league"]) == (1, "open")
    [own] = first["entries"]
    assert (own["bot"], own["mu_before"]) == ("ann", 25.0)
    assert first["page"].endswith(f"/leagues/open/seasons/{season.number}/rounds/1/")
    assert told(organiser, Event.ROUND)[0]["entries"] == []
    seasons.end_stage(season=season)
    play_out(season)
    entry.refresh_from_db()
    [last] = told(hook, Event.SEASON)
    [own] = last["entries"]
    assert (own["bot"], own["final_rank"], own["medal"]) == ("ann", entry.final_rank, entry.medal)
    assert [one["entries"] for one in told(organiser, Event.SEASON)] == [[]]
    settled = Round.objects.filter(state="settled").count()
    assert len(told(hook, Event.ROUND)) == len(told(organiser, Event.ROUND)) == settled


def test_a_rehearsal_is_nobodys_business(season, member):
    season.league.organisers.add(member)
    hook = listener(member)
    season.stages = [{"format": "ladder", "rounds": 1}]
    play_out(drafts.rehearse(season=season))
    assert not hook.deliveries.exists()


@pytest.mark.parametrize("state", [{"banned": True}, {"is_active": False}])
def test_whoever_is_banned_or_gone_is_told_nothing(season, owner, state):
    hook = listener(owner)
    join(season, "ann", owner=owner)
    join(season, "bob", "cat")
    scheduler.tick(season.opens)
    User.objects.filter(pk=owner.pk).update(**state)  # what is drawn is played
    play_all()
    assert Fixture.objects.filter(state="finished").exists()
    assert not hook.deliveries.exists()


def test_who_wants_one_kind_is_told_of_no_other(season, owner):
    hook, off = listener(owner, Event.ROUND), listener(owner)
    Webhook.objects.filter(pk=off.pk).update(active=False)
    join(season, "ann", owner=owner)
    join(season, "bob", "cat")
    work(season, 1)
    assert set(hook.deliveries.values_list("event", flat=True)) == {Event.ROUND}
    assert not off.deliveries.exists()


def test_what_is_taken_back_was_never_told(season, owner):
    hook = listener(owner)
    join(season, "ann", owner=owner)
    join(season, "bob", "cat")
    scheduler.tick(season.opens)
    rounds.hold(round=Round.objects.get())
    play_all()
    with transaction.atomic():
        rounds.release(round=Round.objects.get())
        assert hook.deliveries.exists()
        transaction.set_rollback(True)
    assert not hook.deliveries.exists()


def test_where_nobody_listens_it_costs_a_question_and_where_many_do_one_insert(season, owner):
    join(season, "ann", owner=owner)
    join(season, "bob", "cat")
    scheduler.tick(season.opens)
    play_all()
    played = Round.objects.get(number=1).fixtures.all()

    def asked():
        with watched() as queries:
            news.opened(played)
        return [query.sql.split()[0] for query in queries if query.sql.startswith(("SELECT", "INSERT"))]

    followers = ["SELECT", "INSERT"]  # of the season, whom there may be
    assert asked() == [*followers, "SELECT"]
    for _ in range(webhooks.A_USER):
        listener(owner)
    many = asked()
    assert many.count("INSERT") == 2
    assert len(many) <= 8
    assert Delivery.objects.count() == webhooks.A_USER
    asked()
    assert Delivery.objects.count() == webhooks.A_USER
