"""What people are told, by what happens to their bots; each in the transaction in which it happens."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from benchmarks.queries import watched
from tests.tournaments.playing import FAULTY, active_bot, beat, finish, join, open_attempts, script, work
from tournaments import tasks
from tournaments.models import Entry, Notification, Round, User
from tournaments.services import (
    bots,
    challenges,
    entries,
    leagues,
    notifications,
    rounds,
    scheduler,
    seasons,
    versions,
)
from tournaments.services.notifications import Wish

pytestmark = pytest.mark.django_db(transaction=True)

Kind, Mail = Notification.Kind, Notification.Mail


def told(user, kind):
    """The texts that somebody was told of a kind, the first first."""
    return list(user.notifications.filter(kind=kind).order_by("pk").values_list("text", flat=True))


def upload(bot, waits=False):
    """A version on trial, played."""
    version = versions.submit(bot=bot, data=script("v"), filename="bot.py", games=["pis_yedili"], waits=waits)
    scheduler.tick()
    for attempt in open_attempts():
        beat(attempt)
        finish(attempt)
    version.refresh_from_db()
    return version


@pytest.fixture
def everything(owner):
    """Somebody who wants to be told of everything."""
    notifications.choose(user=owner, wishes={kind: Wish(True, Mail.NO) for kind in Kind.values})
    return owner


def test_a_version_that_is_refused_is_told_with_the_reason(shipped, owner):
    version = upload(bots.create(owner=owner, name=FAULTY))
    assert version.state == "refused"
    [text] = told(owner, Kind.REFUSED)
    assert text.startswith("faulty v1 was refused. In its trial in Pis Yedili: ")
    assert owner.notifications.get().address == "/bots/faulty/versions/1/"
    assert not told(owner, Kind.ACCEPTED)


def test_a_version_that_passes_is_told_to_who_asked_for_that(shipped, everything, member):
    upload(bots.create(owner=everything, name="ann"))
    upload(bots.create(owner=member, name="bob"))
    assert told(everything, Kind.ACCEPTED) == ["ann v1 has passed its trial in Pis Yedili."]
    assert not member.notifications.exists()


def test_an_organisers_word_is_told_with_its_reason(season, owner, member):
    [entry] = join(season, "ann", owner=owner)
    bots.freeze(bot=entry.bot, by=member, reason="it cheats")
    entries.disqualify(entry=entry, by=member, reason="it cheats")
    assert told(owner, Kind.FROZEN) == ["ann has to stand still, says an organiser: it cheats"]
    assert told(owner, Kind.DISQUALIFIED) == [f"ann is disqualified in {season}: it cheats"]


def test_who_is_named_an_organiser_or_dismissed_is_told_why(league, owner, member):
    who = {"league": league, "username": member.username, "by": owner}
    leagues.name_organiser(reason="has the time", **who)
    assert told(member, Kind.ORGANISER) == [f"You organise {league} now: has the time"]
    assert member.notifications.get().address == f"/leagues/{league.slug}/manage/"
    leagues.dismiss_organiser(reason="has none any more", **who)
    assert told(member, Kind.ORGANISER)[1:] == [f"You do not organise {league} any more: has none any more"]
    assert member.notifications.first().address == f"/leagues/{league.slug}/"
    assert not owner.notifications.exists()


def test_what_is_taken_back_was_never_told(season, owner, member):
    bot = active_bot(owner, "ann")
    with transaction.atomic():
        bots.freeze(bot=bot, by=member, reason="only asked")
        transaction.set_rollback(True)
    assert not Notification.objects.exists()


def test_a_round_is_told_without_its_result_which_is_told_beside(season, owner):
    [entry] = join(season, "ann", owner=owner)
    join(season, "bob", "cat")
    work(season, 1)
    news = owner.notifications.get(kind=Kind.ROUND)
    assert news.text == f"Round 1 of {season} is settled."
    assert news.address == f"/leagues/open/seasons/{season.number}/rounds/1/"
    entry.refresh_from_db()
    assert news.result.startswith("ann: ")
    assert news.result.endswith(f"from 25.0 to {entry.mu:.1f}.")
    assert Notification.objects.filter(kind=Kind.ROUND).count() == 3  # nothing for the house


def test_what_was_not_seen_gives_way_to_the_next_round(season, owner):
    join(season, "ann", owner=owner)
    join(season, "bob", "cat")
    work(season, 2)
    last = Round.objects.filter(state="settled").count()
    assert last >= 2
    assert told(owner, Kind.ROUND) == [f"Round {last} of {season} is settled."]
    notifications.see_all(user=owner)
    work(season, last + 1)
    assert len(told(owner, Kind.ROUND)) == 2


def test_a_held_round_is_told_when_it_is_settled_and_not_before(season, owner):
    join(season, "ann", owner=owner)
    join(season, "bob", "cat")
    scheduler.tick(season.opens)
    rounds.hold(round=Round.objects.get(number=1))
    for attempt in open_attempts():
        beat(attempt)
        finish(attempt)
    scheduler.tick()
    assert not told(owner, Kind.ROUND)
    rounds.release(round=Round.objects.get(number=1))
    scheduler.tick()
    assert told(owner, Kind.ROUND)


def test_a_season_that_is_closed_is_told_with_place_and_medal_beside(season):
    join(season, "ann", "bob", "cat")
    work(season, 1)
    seasons.end_stage(season=season)
    for _ in range(3):
        for attempt in open_attempts():
            beat(attempt)
            finish(attempt)
        scheduler.tick()
    season.refresh_from_db()
    assert season.state == "closed"
    first, _, last = ladder = Entry.objects.exclude(bot__owner=None).order_by("final_rank")
    for entry in ladder:
        news = entry.bot.owner.notifications.get(kind=Kind.CLOSED)
        assert news.text == f"{season} is closed."
        assert news.result.startswith(f"{entry.bot} is number {entry.final_rank} in Division 1")
    assert (
        f", and wins {first.get_medal_display()}."
        in first.bot.owner.notifications.get(kind=Kind.CLOSED).result
    )
    assert (first.medal, last.medal) == (Entry.Medal.GOLD, "")


def test_a_challenge_is_told_to_who_began_it(league, everything, member):
    mine, theirs = active_bot(everything, "ann"), active_bot(member, "bob")
    third = active_bot(member, "cat")
    fixture = challenges.begin(
        by=everything, league=league, versions=[bot.versions.get() for bot in (mine, theirs, third)]
    )
    attempt = fixture.attempts.get()
    beat(attempt)
    finish(attempt)
    assert told(everything, Kind.CHALLENGE) == ["Your challenge has been played: ann, bob, cat."]
    assert "1. " in everything.notifications.get().result
    assert not member.notifications.exists()


def test_who_wants_nothing_is_told_nothing(season, owner):
    notifications.choose(user=owner, wishes={Kind.ROUND: Wish(False, Mail.NO)})
    join(season, "ann", owner=owner)
    join(season, "bob", "cat")
    work(season, 1)
    assert not owner.notifications.exists()
    assert notifications.wishes(owner)[Kind.ROUND] == Wish(False, Mail.NO)
    assert notifications.wishes(owner)[Kind.CLOSED] == notifications.DEFAULTS[Kind.CLOSED]


def test_telling_thousands_takes_as_many_queries_as_telling_a_few(db):
    people = User.objects.bulk_create(User(username=f"p{k}") for k in range(1500))

    def asked(count):
        with watched() as queries:
            notifications.tell(
                Kind.ROUND, [notifications.Notice(one.pk, "a round", "/") for one in people[:count]]
            )
        return [query.sql.split()[0] for query in queries]

    few, many = asked(1), asked(1500)
    assert few.count("SELECT") == many.count("SELECT") == 1
    assert many.count("INSERT") < 50
    assert not {"UPDATE", "DELETE"} & {*few, *many}
    assert Notification.objects.count() == 1501


def test_after_two_months_the_hourly_task_forgets(owner):
    notifications.tell(Kind.ROUND, [notifications.Notice(owner.pk, text, "/") for text in ("old", "new")])
    Notification.objects.filter(text="old").update(
        at=timezone.now() - notifications.KEPT - timedelta(hours=1)
    )
    tasks.expire()
    assert Notification.objects.get().text == "new"
