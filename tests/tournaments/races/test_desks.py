"""Desks that do the same thing at the same moment."""

import pytest
from django.utils import timezone

from bots.upload.inspection import inspect
from tests.tournaments.playing import (
    active_bot,
    beat,
    finish,
    join,
    open_attempts,
    played,
    renew,
    script,
    work,
)
from tests.tournaments.racing import alone, refusals, together
from tournaments.errors import JoinError, StateError
from tournaments.models import (
    Action,
    Attempt,
    Desk,
    Entry,
    Fixture,
    Placing,
    Qualifier,
    Round,
    Season,
    Version,
)
from tournaments.services import (
    activations,
    attempts,
    bots,
    challenges,
    corrections,
    entries,
    fixtures,
    rebuild,
    rounds,
    scheduler,
    seasons,
    staging,
    submissions,
    timetable,
    versions,
)

SECOND = scheduler.timedelta(seconds=1)


@pytest.fixture
def attempt(season):
    """The first attempt at the only table of round 1, held by a worker."""
    join(season, "ann", "bob", "cat")
    Season.objects.filter(pk=season.pk).update(round_gap=10**6)
    scheduler.tick(season.opens)
    [attempt] = open_attempts()
    assert beat(attempt)
    return attempt


def test_a_season_of_two_desks_and_impatient_workers_is_exact(season):
    join(season, "ann", "bob", "cat", "dan", "eve")
    now, division = season.opens, season.divisions.get()
    while division.settled < 4:
        now += 31 * SECOND
        ticks = [lambda now=now: scheduler.tick(now)] * 2
        todo = open_attempts()
        results = [(attempt, played(attempt)) for attempt in todo] * 2
        messages = [lambda one=one: beat(one) for one in todo] * 2
        answers = together(*ticks, *messages, *(lambda one=one: finish(*one) for one in results))
        assert refusals(answers) == []
        assert sum(answer is True for answer in answers[2 + len(messages) :]) == len(todo)
        division.refresh_from_db()
    for round in Round.objects.all():
        assert round.fixtures.count() == 2
        seated = list(Placing.objects.filter(fixture__round=round).values_list("entry", flat=True))
        assert len(set(seated)) == len(seated) == 6
    assert Attempt.objects.filter(state="done").count() == Fixture.objects.filter(state="finished").count()
    rebuilt = rebuild.rebuild(season=season)
    assert (rebuilt.differences, rebuilt.fixtures) == ([], 2 * division.settled)


def test_of_two_who_draw_one_does(season, meet):
    join(season, "ann", "bob", "cat")
    seasons.start(season=season)
    division = season.divisions.get()
    meet("rounds.tables")
    assert len(refusals(together(*[lambda: rounds.draw(division=division, now=season.opens)] * 2))) == 1
    assert (Round.objects.count(), Fixture.objects.count()) == (1, 1)


def test_of_two_who_settle_one_does(attempt, season, meet):
    assert finish(attempt)
    division = season.divisions.get()
    meet("rounds.complete")
    assert len(refusals(together(*[lambda: rounds.settle(division=division, now=season.opens)] * 2))) == 1
    assert rebuild.rebuild(season=season).differences == []


def test_of_two_who_queue_a_fixture_one_begins_an_attempt(season, meet, rung):
    join(season, "ann", "bob", "cat")
    seasons.start(season=season)
    rounds.draw(division=season.divisions.get(), now=season.opens)
    fixture = Fixture.objects.get()
    meet("attempts.changed")
    together(*[lambda: attempts.queue(fixture=fixture)] * 2)
    assert (Attempt.objects.count(), len(rung)) == (1, 1)


def test_of_two_who_finish_one_is_believed(attempt, meet):
    result = played(attempt)
    meet("results._write_matches")
    assert sorted(together(*[lambda: finish(attempt, result)] * 2)) == [False, True]
    assert Placing.objects.exclude(rank=None).count() == 3


def test_of_two_sweepers_one_loses_the_attempt(attempt, meet, caplog):
    late = timezone.now() + 100 * SECOND
    Desk.objects.update(ticked_at=late, judges_from=timezone.now())
    meet("attempts.changed")
    together(*[lambda: scheduler.sweep(late)] * 2)
    assert (Attempt.objects.get().state, Fixture.objects.get().state) == ("lost", "waiting")
    assert len([record for record in caplog.records if "was lost" in record.message]) == 1
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize("place", ["rounds.tables", "fixtures.draw", "attempts.changed", "attempts.ring"])
def test_two_schedulers_draw_a_round_once_and_ring_once_for_its_fixture(season, meet, rung, caplog, place):
    join(season, "ann", "bob", "cat")
    Season.objects.filter(pk=season.pk).update(round_gap=10**6)
    seasons.start(season=season)
    meet(place)
    together(*[lambda: scheduler.tick(season.opens)] * 2)
    assert (Round.objects.count(), Fixture.objects.count()) == (1, 1)
    assert (Attempt.objects.count(), len(rung)) == (1, 1)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize(
    ("place", "first"), [("results.lock", False), ("results.change", True), ("results._write_matches", True)]
)
def test_of_two_attempts_at_a_fixture_one_is_believed(attempt, amid, place, first):
    late = timezone.now() + 100 * SECOND

    def lose_and_try_again():
        attempts.lose(attempt=attempt, now=late)
        attempts.queue(fixture=attempt.fixture)
        return [finish(one) for one in open_attempts() if one.pk != attempt.pk and beat(one)]

    second = amid(place, lose_and_try_again)
    assert finish(attempt) == first
    assert second() == ([] if first else [True])
    states = list(Attempt.objects.order_by("number").values_list("state", flat=True))
    assert states == (["done"] if first else ["lost", "done"])
    assert Placing.objects.exclude(rank=None).count() == 3
    assert Fixture.objects.get().matches.exclude(record="").count() == 3


@pytest.mark.parametrize("place", ["results.lock", "results.change", "results._write_placings"])
def test_a_fixture_is_finished_or_lost(attempt, amid, place):
    late = timezone.now() + 100 * SECOND
    lost = amid(place, lambda: attempts.lose(attempt=attempt, now=late))
    assert finish(attempt) != lost()
    attempt.refresh_from_db()
    states = {("lost", "waiting"), ("done", "finished")}
    assert (attempt.state, Fixture.objects.get().state) in states


@pytest.mark.parametrize("place", ["results.lock", "results.change", "results._write_placings"])
def test_a_fixture_is_finished_or_void(attempt, amid, place):
    void = amid(place, lambda: fixtures.void(fixture=attempt.fixture, reason="by hand"))
    finished = finish(attempt)
    assert isinstance(void(), StateError) == finished
    assert not open_attempts()
    assert Fixture.objects.filter(state="finished").count() == finished


@pytest.mark.parametrize("place", ["fixtures.change", "fixtures.tries"])
def test_a_fixture_is_void_or_finished(attempt, amid, place):
    result = played(attempt)
    finished = amid(place, lambda: finish(attempt, result))
    fixtures.void(fixture=attempt.fixture, reason="by hand")
    assert not finished()
    assert not open_attempts()


@pytest.mark.parametrize("place", ["attempts.changed", "attempts.ring"])
def test_no_attempt_at_a_void_fixture_stays_open(season, amid, place):
    join(season, "ann", "bob", "cat")
    seasons.start(season=season)
    rounds.draw(division=season.divisions.get(), now=season.opens)
    fixture = Fixture.objects.get()
    void = amid(place, lambda: fixtures.void(fixture=fixture, reason="by hand"))
    attempts.queue(fixture=fixture)
    assert void() is None
    assert not open_attempts()


@pytest.mark.parametrize("verb", [rounds.hold, rounds.release])
@pytest.mark.parametrize("place", ["results.lock", "results.change", "results._write_matches"])
def test_what_is_finished_is_open_exactly_if_its_round_is_not_held(attempt, amid, verb, place):
    round = Round.objects.get()
    if verb is rounds.release:
        rounds.hold(round=round)
    done = amid(place, lambda: verb(round=round))
    assert finish(attempt)
    assert done().verb == verb.__name__
    assert Fixture.objects.get().open == (verb is rounds.release)


@pytest.mark.parametrize("place", ["rounds.complete", "rounds.change", "ratings.finished"])
def test_a_held_round_is_not_settled(attempt, season, amid, place):
    assert finish(attempt)
    round, division = Round.objects.get(), season.divisions.get()
    held = amid(place, lambda: rounds.hold(round=round))
    settled = alone(lambda: rounds.settle(division=division, now=season.opens))
    assert isinstance(held(), StateError) != isinstance(settled, StateError)
    round.refresh_from_db()
    assert (round.held, round.state) in {(True, "drawn"), (False, "settled")}


@pytest.mark.parametrize("place", ["rounds.lock", "rounds.change", "rounds.tables"])
def test_no_round_is_drawn_in_a_closed_season(season, amid, place):
    join(season, "ann", "bob", "cat")
    seasons.start(season=season)
    closed = amid(place, lambda: seasons.close(season=season))
    drawn = alone(lambda: rounds.draw(division=season.divisions.get(), now=season.opens))
    assert isinstance(closed(), StateError) != isinstance(drawn, StateError)
    assert (Season.objects.get().state == "closed") == (Round.objects.count() == 0)


@pytest.mark.parametrize("place", ["entries.lock", "entries.add"])
def test_a_bot_that_joins_while_its_next_version_passes_competes_with_that(season, owner, amid, place):
    bot = active_bot(owner, "ann")
    version = versions.record(bot=bot, upload=inspect(script("v2"), "bot.py", games=["pis_yedili"]))
    passed = amid(place, lambda: activations.activate(version=version, game="pis_yedili"))
    entries.join(season=season, bot=bot)
    assert passed() is None
    assert Entry.objects.get(bot=bot).version == version


def test_of_two_versions_that_pass_together_the_newer_competes(season, owner, meet):
    [entry] = join(season, "ann", owner=owner)
    upload = inspect(script("again"), "bot.py", games=["pis_yedili"])
    both = together(*[lambda: versions.record(bot=entry.bot, upload=upload)] * 2)
    assert sorted(version.number for version in both) == [2, 3]
    activate = [lambda one=one: activations.activate(version=one, game="pis_yedili") for one in both]
    meet("activations.lock")
    assert refusals(together(*activate)) == []
    entry.refresh_from_db()
    assert entry.version.number == entry.bot.activations.get().version.number == 3
    assert {one.state for one in Version.objects.filter(bot=entry.bot)} == {"active"}


@pytest.mark.parametrize("place", ["activations.lock", "entries.change", "events.lock"])
@pytest.mark.parametrize("leave", ["withdraw", "close"])
def test_a_version_passes_whatever_becomes_of_its_entries_meanwhile(season, amid, place, leave):
    ann, *_ = join(season, "ann", "bob")
    seasons.start(season=season)
    does = {"withdraw": lambda: entries.withdraw(entry=ann), "close": lambda: seasons.close(season=season)}
    upload = inspect(script("a better ann"), "bot.py", games=["pis_yedili"])
    version = versions.record(bot=ann.bot, upload=upload)
    left = amid(place, does[leave])
    activations.activate(version=version, game="pis_yedili")
    assert left() is None
    ann.refresh_from_db()
    assert ann.bot.activations.get().version == version
    assert (
        (ann.version == version)
        == ann.events.filter(kind="version").exists()
        == (place != "activations.lock")
    )


def test_the_limit_of_an_owner_holds_for_two_who_join_together(season, owner, meet):
    join(season, "ann", owner=owner)
    late = [active_bot(owner, name) for name in ("amy", "abe")]
    meet("entries.add")
    answers = together(*(lambda bot=bot: entries.join(season=season, bot=bot) for bot in late))
    assert [str(refusal) for refusal in refusals(answers)] == [
        "the limit is 2 of one owner's bots in a season"
    ]
    assert Entry.objects.count() == 2


@pytest.mark.parametrize("place", ["rounds.lock", "rounds.change", "rounds.tables", "fixtures.draw"])
def test_a_new_version_sits_down_in_the_round_that_widens_its_sigma(season, amid, place):
    ann, *_ = join(season, "ann", "bob", "cat")
    seasons.start(season=season)
    renewed = amid(place, lambda: renew(ann.bot, "a better ann"))
    rounds.draw(division=season.divisions.get(), now=season.opens)
    renewed()
    assert (Placing.objects.get(entry=ann).version == ann.version) == (ann.events.get().after_round == 1)


def staged(season, *stages, seats=3):
    """Gives a season other stages before it starts."""
    Season.objects.filter(pk=season.pk).update(stages=list(stages), seats=seats)
    season.refresh_from_db()


def test_of_two_who_begin_the_next_stage_one_does(season, meet):
    staged(season, {"format": "ladder", "rounds": 1, "advance": 2}, {"format": "knockout"})
    join(season, "ann", "bob", "cat")
    seasons.start(season=season)
    seasons.end_stage(season=season)
    division = season.divisions.get()
    meet("staging.ranking")
    assert len(refusals(together(*[lambda: staging.proceed(division=division)] * 2))) == 1
    assert (season.divisions.get().stage, Qualifier.objects.count()) == (2, 2)
    assert Entry.objects.filter(stage=2).count() == 2


def test_of_two_who_see_a_tie_one_draws_one_more_deal(season, meet):
    staged(season, {"format": "knockout"}, seats=2)
    join(season, "ann", "bob")
    scheduler.tick(season.opens)
    [attempt] = open_attempts()
    assert finish(attempt)
    Placing.objects.update(rank=1)
    meet("rounds.lock")
    round = Round.objects.get()
    assert sorted(together(*[lambda: rounds.break_ties(round=round)] * 2)) == [False, True]
    assert Fixture.objects.exclude(breaks=None).count() == 1


def test_of_two_clocks_that_start_a_season_one_does_and_neither_complains(season, meet):
    join(season, "ann", "bob")
    meet("seasons.seat_house")
    ticks = [lambda: timetable.advance(season=Season.objects.get(), now=season.opens)] * 2
    assert refusals(together(*ticks)) == []
    assert Entry.objects.filter(house=True).count() == 2
    assert Action.objects.filter(verb="start").count() == 1
    assert not Action.objects.filter(verb__startswith="cannot").exists()


@pytest.mark.parametrize(
    "place", ["seasons.lock", "divisions.arrange", "seasons.seat_house", "staging.begin"]
)
def test_who_joins_while_a_closed_stage_begins_is_seeded_or_refused(season, owner, amid, place):
    staged(season, {"format": "swiss", "rounds": 1})
    join(season, "ann", "bob")
    late = active_bot(owner, "cat")
    joined = amid(place, lambda: entries.join(season=season, bot=late))
    seasons.start(season=season)
    answer = joined()
    seeded = Qualifier.objects.filter(entry__bot=late).exists()
    assert seeded != isinstance(answer, JoinError)
    assert Qualifier.objects.count() == Entry.objects.filter(house=False).count()


@pytest.mark.parametrize("place", ["staging.lock", "staging.ranking", "staging.begin"])
def test_who_withdraws_while_the_finals_begin_is_in_them_as_withdrawn_or_not_at_all(season, amid, place):
    staged(season, {"format": "ladder", "rounds": 1, "advance": 2}, {"format": "knockout"})
    ann, *_ = join(season, "ann", "bob", "cat")
    seasons.start(season=season)
    seasons.end_stage(season=season)
    gone = amid(place, lambda: entries.withdraw(entry=ann))
    staging.proceed(division=season.divisions.get())
    assert gone() is None
    ann.refresh_from_db()
    assert (ann.state, Qualifier.objects.count()) == ("withdrawn", 2)
    rounds.draw(division=season.divisions.get(), now=season.opens)
    assert not ann.placings.exists()


WHY = "by the organiser"


def organiser_voids(fixture, owner):
    return lambda: corrections.void(fixture=fixture, by=owner, reason=WHY)


@pytest.mark.parametrize("place", ["results.lock", "results.change", "results._write_placings"])
def test_an_organiser_voids_what_is_being_finished_and_the_table_is_dealt_for_again(
    attempt, season, owner, amid, place
):
    done = amid(place, organiser_voids(attempt.fixture, owner))
    finished = finish(attempt)
    assert done().details == {"dealt_again": True, "ratings": 0}
    assert finished or place == "results.lock"
    attempt.fixture.refresh_from_db()
    assert (attempt.fixture.state, attempt.fixture.replacement.state) == ("void", "waiting")
    assert set(attempt.fixture.placings.values_list("rank", flat=True)) == {None}
    assert Fixture.objects.filter(round__number=1).count() == 2


@pytest.mark.parametrize("place", ["rounds.change", "rounds.complete", "ratings.finished", "ratings.step"])
def test_a_fixture_void_while_its_round_settles_is_dealt_for_again_or_rated_out_of_it(
    attempt, season, owner, amid, place
):
    assert finish(attempt)
    division = season.divisions.get()
    done = amid(place, organiser_voids(attempt.fixture, owner))
    settled = alone(lambda: rounds.settle(division=division, now=season.opens))
    again = done().details["dealt_again"]
    assert again == isinstance(settled, StateError)
    assert Fixture.objects.filter(replaces=attempt.fixture).exists() == again
    assert Round.objects.get().state == ("drawn" if again else "settled")
    assert set(Entry.objects.values_list("mu", flat=True)) == {25}
    assert rebuild.rebuild(season=season).differences == []


@pytest.mark.parametrize(
    "place", ["corrections.lock", "fixtures.change", "events.lock", "corrections.rebuild"]
)
def test_a_round_settles_while_its_fixture_is_void(attempt, season, owner, amid, place):
    assert finish(attempt)
    division = season.divisions.get()
    if place in ("events.lock", "corrections.rebuild"):
        rounds.settle(division=division, now=season.opens)
        Season.objects.update(round_gap=0)
        scheduler.tick(season.opens)
        for one in open_attempts():
            assert finish(one)
        division.refresh_from_db()
    settled = amid(place, lambda: rounds.settle(division=division, now=season.opens))
    organiser_voids(attempt.fixture, owner)()
    settled()
    assert rebuild.rebuild(season=season).differences == []


@pytest.mark.parametrize("place", ["rounds.change", "rounds.complete", "ratings.drop", "ratings.settled"])
def test_an_entry_dropped_while_a_round_settles_counts_in_none(season, owner, amid, place):
    ann, *_ = join(season, "ann", "bob", "cat")
    work(season, 2)
    for one in open_attempts():
        assert finish(one)
    division = season.divisions.get()
    dropped = amid(place, lambda: corrections.drop(entry=ann, by=owner, reason=WHY))
    settled = alone(lambda: rounds.settle(division=division, now=season.opens))
    settled.refresh_from_db()
    assert (settled.number, settled.state) == (3, "settled")
    assert dropped().verb == "drop"
    assert set(ann.placings.filter(fixture__state="finished").values_list("rank", flat=True)) == {None}
    assert rebuild.rebuild(season=season).differences == []


@pytest.mark.parametrize("place", ["events.lock", "entries.change", "corrections.rebuild"])
def test_a_round_drawn_or_settled_while_an_entry_is_dropped_is_exact(season, owner, amid, place):
    ann, *_ = join(season, "ann", "bob", "cat")
    now = work(season, 2)
    for one in open_attempts():
        assert finish(one)
    ticked = amid(place, lambda: scheduler.tick(now + 31 * SECOND))
    corrections.drop(entry=ann, by=owner, reason=WHY)
    assert ticked() is None
    division = season.divisions.get()
    assert ann.placings.filter(fixture__round__number__gt=ann.events.first().after_round).count() == 0
    for one in open_attempts():
        assert finish(one)
    scheduler.tick(now + 62 * SECOND)
    division.refresh_from_db()
    assert division.settled >= 3
    assert set(ann.placings.filter(fixture__round__state="settled").values_list("rank", flat=True)) == {None}
    assert rebuild.rebuild(season=season).differences == []


def test_of_two_who_void_a_settled_fixture_one_does(season, owner, meet):
    join(season, "ann", "bob", "cat")
    work(season, 1)
    fixture = Fixture.objects.get(round__number=1)
    meet("corrections.lock")
    assert len(refusals(together(*[organiser_voids(fixture, owner)] * 2))) == 1
    assert fixture.events.count() == 1


def test_the_limit_on_challenges_holds_for_two_begun_together(season, league, owner, meet, monkeypatch):
    versions_ = [active_bot(owner, name).versions.get() for name in ("amy", "abe", "ada")]
    monkeypatch.setattr(challenges, "AT_ONCE", 1)
    meet("challenges.refused")
    begin = [lambda: challenges.begin(by=owner, league=league, versions=versions_)] * 2
    assert len(refusals(together(*begin))) == 1
    assert Fixture.objects.filter(kind="challenge").count() == 1


def test_an_upload_that_comes_twice_at_once_under_one_key_is_one_version(shipped, owner, meet):
    bot, data = bots.create(owner=owner, name="ann"), script("ann")
    upload = {"bot": bot, "data": data, "filename": "bot.py", "games": ["pis_yedili"]}
    key = submissions.key(owner, "a-word", data)
    meet("submissions.keep")
    one, other = together(*[lambda: versions.submit(**upload, key=key)] * 2)
    assert one == other == Version.objects.get(bot=bot)
    assert one.trials.count() == 1
