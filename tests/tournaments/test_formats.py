"""Seasons in stages of every format, played by a worker that makes up its results."""

from collections import Counter
from itertools import combinations

import pytest
from django.utils import timezone

from tests.tournaments.playing import beat, finish, join, open_attempts, play_out, renew
from tournaments.errors import JoinError, StateError
from tournaments.models import Action, Entry, Fixture, Placing, Qualifier, Round
from tournaments.services import entries, fixtures, rebuild, rounds, scheduler, seasons, staging

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus")
KNOCKOUT = {"format": "knockout"}


@pytest.fixture
def staged(league, shipped):
    """Makes a season with these stages, open for registration."""

    def make(*stages, seats=3):
        league.seats = seats
        league.save()
        made = seasons.create(league=league, opens=timezone.now(), stages=list(stages))
        seasons.open_registration(season=made)
        type(made).objects.filter(pk=made.pk).update(secret="0" * 64)
        made.refresh_from_db()
        return made

    return make


def tables(season, **rounds):
    """Who sat together, without the house, by round."""
    fixtures = Fixture.objects.filter(round__division__season=season, breaks=None, **rounds)
    for fixture in fixtures.order_by("round", "pk"):
        seated = fixture.placings.filter(entry__house=False).order_by("entry__number")
        yield [placing.entry.bot.name for placing in seated.select_related("entry__bot")]


def order(season):
    return [entry.bot.name for entry in staging.final_ranks(season.divisions.get())]


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(
    "stage",
    [
        {"format": "ladder", "rounds": 3},
        {"format": "swiss", "rounds": 3},
        {"format": "round_robin"},
        KNOCKOUT,
    ],
)
def test_a_season_of_any_format_is_played_to_its_end_and_can_be_rebuilt_exactly(staged, stage, seats):
    season = staged(stage, seats=seats)
    join(season, *NAMES)
    play_out(season)
    division = season.divisions.get()
    assert division.drawn == division.settled >= 2
    assert sorted(order(season)) == sorted(NAMES)
    for number in range(1, division.drawn + 1):
        sat = Counter(name for table in tables(season, round__number=number) for name in table)
        assert set(sat.values()) == {1}
        assert len(sat) == len(NAMES) or stage == KNOCKOUT
    assert Qualifier.objects.count() == (0 if stage["format"] == "ladder" else len(NAMES))
    rebuilt = rebuild.rebuild(season=season)
    assert (rebuilt.differences, rebuilt.fixtures) == ([], Fixture.objects.count())


def test_in_a_round_robin_each_pair_meets(staged):
    season = staged({"format": "round_robin"})
    join(season, *NAMES)
    play_out(season)
    met = {pair for table in tables(season) for pair in combinations(table, 2)}
    assert met == set(combinations(NAMES, 2))


def test_the_best_of_a_stage_play_the_finals_and_the_winner_is_first(staged):
    season = staged({"format": "swiss", "rounds": 2, "advance": 4}, KNOCKOUT)
    join(season, *NAMES)
    seen = []
    play_out(season, lambda fixture: seen.append(type(season).objects.get().state))
    assert seen[0] == "running"
    assert seen[-1] == "finals"
    division = season.divisions.get()
    best = [entry.bot.name for entry in staging.ranking(division, 1)][:4]
    assert {name for table in tables(season, round__stage=2) for name in table} == set(best)
    assert set(order(season)[:4]) == set(best)
    assert order(season)[4:] == [entry.bot.name for entry in staging.ranking(division, 1)][4:]
    final = Placing.objects.filter(fixture__round__number=division.drawn, rank=1)
    assert order(season)[0] in [placing.entry.bot.name for placing in final]
    assert dict(Counter(Entry.objects.filter(house=False).values_list("stage", flat=True))) == {1: 3, 2: 4}
    assert Action.objects.get(verb="next stage").details["entries"] == best
    assert rebuild.rebuild(season=season).differences == []


def test_the_seeds_of_a_knockout_are_the_ratings_with_which_it_began(staged):
    season = staged({"format": "ladder", "rounds": 2, "advance": 4}, KNOCKOUT)
    join(season, *NAMES)
    play_out(season)
    seeded = {one.entry_id: (one.mu, one.sigma) for one in Qualifier.objects.filter(stage=2)}
    first = Placing.objects.filter(fixture__round__stage=2, entry__in=seeded).order_by("pk")[:4]
    assert {one.entry_id: (one.mu_before, one.sigma_before) for one in first} == seeded
    assert all(entry.rating != seeded[entry.pk] for entry in Entry.objects.filter(pk__in=seeded))


def test_who_is_out_keeps_its_rating_when_its_bot_gets_a_new_version(staged):
    season = staged({"format": "swiss", "rounds": 1, "advance": 2}, KNOCKOUT)
    joined = join(season, "ann", "bob", "cat")

    def at_the_finals(fixture):
        if fixture.round.stage == 2 and not Entry.objects.filter(events__isnull=False).exists():
            for entry in joined:
                renew(entry.bot, f"a better {entry.bot}")

    play_out(season, at_the_finals)
    gone = Entry.objects.get(stage=1, house=False)
    assert gone.version.number == 1
    assert set(Entry.objects.filter(stage=2).values_list("version__number", flat=True)) == {2}


def play_round(season, tied=()):
    """Plays what is drawn; at each chosen table the first two come first, equal."""
    for attempt in open_attempts():
        beat(attempt)
        assert finish(attempt)
        placings = attempt.fixture.placings.filter(entry__house=False).order_by("entry__number")
        if attempt.fixture.number in tied:
            attempt.fixture.placings.update(rank=3)
            Placing.objects.filter(pk__in=[one.pk for one in placings[:2]]).update(rank=1)


@pytest.fixture
def tie(staged):
    """A knockout of two at tables of two, equal in the final."""
    season = staged(KNOCKOUT, seats=2)
    join(season, "ann", "bob")
    scheduler.tick(season.opens)
    play_round(season, tied=["1.1.1.1"])
    scheduler.tick(season.opens)
    return season


def test_a_tie_across_the_line_is_broken_by_one_more_deal_that_is_not_rated(tie, league):
    more = Fixture.objects.exclude(breaks=None).get()
    assert (more.number, more.deals, more.state) == ("1.1.1.tie.1", 1, "queued")
    assert more.breaks.number == "1.1.1.1"
    scheduler.tick(tie.opens)
    assert Fixture.objects.count() == 2
    assert tie.divisions.get().settled == 0
    with pytest.raises(StateError, match="still being played"):
        rounds.settle(division=tie.divisions.get(), now=tie.opens)
    play_round(tie)
    winner = min(more.placings.all(), key=lambda one: (one.rank, -one.entry.mu)).entry
    scheduler.tick(tie.opens)
    assert tie.divisions.get().settled == 1
    assert not more.placings.exclude(mu_after=None).exists()
    assert order(tie)[0] == winner.bot.name


def test_a_tie_that_no_deal_can_break_is_decided_by_rating_and_number(tie, caplog):
    for _ in range(3):
        last = Fixture.objects.exclude(breaks=None).order_by("pk").last()
        fixtures.void(fixture=last, reason="by hand")
    assert last.number == "1.1.1.tie.3"
    assert "stands as void" in caplog.text
    scheduler.tick(tie.opens)
    assert tie.divisions.get().settled == 1
    assert order(tie) == ["ann", "bob"]


def test_a_held_round_draws_no_deal_for_its_ties(staged):
    season = staged(KNOCKOUT, seats=2)
    join(season, "ann", "bob")
    scheduler.tick(season.opens)
    rounds.hold(round=Round.objects.get())
    play_round(season, tied=["1.1.1.1"])
    scheduler.tick(season.opens)
    assert Fixture.objects.count() == 1
    rounds.release(round=Round.objects.get())
    scheduler.tick(season.opens)
    assert Fixture.objects.count() == 2


def test_numbers_of_entries_not_keys_of_rows_break_ties(staged):
    season = staged(KNOCKOUT, seats=2)
    joined = join(season, "ann", "bob", "cat", "dan")
    for entry in joined:
        Entry.objects.filter(pk=entry.pk).update(number=100 + entry.number)
    for entry, number in zip(joined, (2, 4, 1, 3), strict=True):
        Entry.objects.filter(pk=entry.pk).update(number=number)
    scheduler.tick(season.opens)
    assert list(tables(season)) == [["cat", "bob"], ["ann", "dan"]]


def test_who_withdraws_is_out_of_a_closed_stage_and_the_others_go_on(staged):
    season = staged({"format": "swiss", "rounds": 2, "advance": 2}, KNOCKOUT)
    gone, *_ = join(season, "ann", "bob", "cat", "dan")
    scheduler.tick(season.opens)
    entries.withdraw(entry=gone)
    play_out(season)
    assert gone.placings.count() == 1
    assert Entry.objects.get(pk=gone.pk).stage == 1
    assert Entry.objects.filter(stage=2).count() == 2
    assert rebuild.rebuild(season=season).differences == []


def test_a_closed_format_takes_no_late_entry_and_a_ladder_does_while_it_is_the_first_stage(staged):
    closed = staged({"format": "swiss", "rounds": 2})
    join(closed, "ann", "bob")
    scheduler.tick(closed.opens)
    with pytest.raises(JoinError, match="its first stage takes no late entries"):
        join(closed, "cat")
    ladder = staged({"format": "ladder", "rounds": 2, "advance": 2}, KNOCKOUT)
    join(ladder, "dan", "eve")
    seasons.start(season=ladder)
    [late] = join(ladder, "fay")
    seasons.end_stage(season=ladder)
    scheduler.tick(ladder.opens)
    with pytest.raises(JoinError, match="takes no"):
        join(ladder, "gus")
    assert late.division.season == ladder


def test_a_stage_that_needs_two_does_not_start_with_one(staged):
    season = staged(KNOCKOUT)
    join(season, "ann")
    with pytest.raises(StateError, match="has 1 entries, and its first stage needs two"):
        seasons.start(season=season)
    season.refresh_from_db()
    assert season.state == "registration"
