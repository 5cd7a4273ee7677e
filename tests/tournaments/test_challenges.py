"""Anybody may let active versions meet, unrated, before all rated fixtures, and not without end."""

import pytest

from tests.tournaments.playing import active_bot, beat, finish, join, open_attempts, renew
from tournaments.errors import ChallengeError, LimitError
from tournaments.models import Activation, Fixture, Placing, Version
from tournaments.services import bots, challenges, scheduler, versions

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def meeting(league, owner, member, shipped):
    """Somebody's version, somebody else's, and the house's."""
    own = active_bot(owner, "ann").versions.get()
    return [own, active_bot(member, "bob").versions.get(), Version.objects.get(bot__name="steady")]


def begin(league, by, meeting):
    return challenges.begin(by=by, league=league, versions=meeting)


def test_a_challenge_is_played_before_rated_fixtures_and_after_trials(season, league, owner, meeting, rung):
    join(season, "cat", "dan", "eve")
    scheduler.tick(season.opens)
    begin(league, owner, meeting)
    bot = bots.create(owner=owner, name="new")
    versions.submit(
        bot=bot,
        data=b"def choose(view, legal):\n    return legal[0]\n",
        filename="bot.py",
        games=["pis_yedili"],
    )
    rated, challenge, trial = (priority for _, priority in rung[-3:])
    assert trial < challenge < rated


def test_who_meets_is_ranked_and_nobody_rated(league, owner, meeting):
    fixture = begin(league, owner, meeting)
    [attempt] = open_attempts()
    assert beat(attempt)
    assert finish(attempt)
    fixture.refresh_from_db()
    assert (fixture.kind, fixture.by, fixture.round, fixture.open) == ("challenge", owner, None, True)
    assert (fixture.rules, fixture.seats) == (league.rules, 3)
    placings = Placing.objects.filter(fixture=fixture)
    assert {one.version for one in placings} == set(meeting)
    assert set(placings.values_list("entry", "mu_after")) == {(None, None)}
    assert not placings.filter(rank=None).exists()


def test_two_may_meet_as_well(league, owner, meeting):
    assert begin(league, owner, meeting[:2]).seats == 2


def test_two_bots_meet_with_what_competes_and_the_house_fills_the_smallest_table(league, owner, meeting):
    ann, bob = (one.bot for one in meeting[:2])
    newer = renew(ann, "a better ann")
    fixture = challenges.duel(by=owner, league=league, bots=[ann, bob])
    assert [one.version for one in fixture.placings.order_by("number")] == [newer, meeting[1]]
    league.game = "donkey"
    league.rules = {}
    with pytest.raises(ChallengeError, match="ann has no version that competes in donkey"):
        challenges.duel(by=owner, league=league, bots=[ann, bob])
    Version.objects.update(games=["donkey"])
    for one in Activation.objects.all():
        Activation.objects.create(bot=one.bot, version=one.version, game="donkey")
    fixture = challenges.duel(by=owner, league=league, bots=[ann, bob])
    assert [one.version.bot.name for one in fixture.placings.order_by("number")] == ["ann", "bob", "sensible"]


def test_who_cannot_meet_is_told_why(league, owner, member, meeting):
    untried = Version.objects.create(bot=meeting[0].bot, number=9, games=["pis_yedili"], digest="0" * 64)
    elsewhere = Version.objects.create(
        bot=meeting[0].bot, number=10, games=["donkey"], digest="0" * 64, state="active"
    )
    for versions_, reason in (
        ([meeting[0], meeting[0]], "cannot meet itself"),
        ([meeting[0], untried], "ann v9 has not passed its trial in pis_yedili"),
        ([meeting[0], elsewhere], "ann v10 has not passed its trial in pis_yedili"),
        ([meeting[0]], "1"),
    ):
        with pytest.raises(ChallengeError, match=reason):
            begin(league, owner, versions_)
    bots.freeze(bot=meeting[1].bot, by=member, reason="x")
    with pytest.raises(ChallengeError, match="bob has to stand still"):
        begin(league, owner, Version.objects.filter(pk__in=[one.pk for one in meeting]).order_by("pk"))
    type(owner).objects.filter(pk=owner.pk).update(banned=True)
    with pytest.raises(ChallengeError, match="change nothing"):
        begin(league, owner, meeting)
    assert not Fixture.objects.filter(kind="challenge").exists()


def test_a_user_has_so_many_under_way_and_so_many_a_day(league, owner, member, meeting, monkeypatch):
    for _ in range(challenges.AT_ONCE):
        begin(league, owner, meeting)
    with pytest.raises(LimitError, match="3 of your challenges are under way"):
        begin(league, owner, meeting)
    begin(league, member, meeting)
    for attempt in open_attempts():
        assert beat(attempt)
        assert finish(attempt)
    begin(league, owner, meeting)
    monkeypatch.setattr(challenges, "A_DAY", 4)
    with pytest.raises(LimitError, match="4 challenges a day") as refused:
        begin(league, owner, meeting)
    assert 0 < refused.value.seconds <= 86_400
    begin(league, member, meeting)
