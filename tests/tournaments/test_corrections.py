"""What an organiser corrects after the fact, and that every figure follows from what is left."""

import pytest
from django.utils import timezone

from tests.tournaments.playing import beat, finish, join, open_attempts, play_out, work
from tests.tournaments.test_season import figures
from tournaments.errors import StateError
from tournaments.models import Action, Entry, Fixture, Placing, Round, Season
from tournaments.services import corrections, entries, rebuild, scheduler, seasons, staging

pytestmark = pytest.mark.django_db(transaction=True)

WHY = "a broken rule"


@pytest.fixture
def played(season):
    """A season with three settled rounds of two tables each."""
    join(season, "ann", "bob", "cat", "dan", "eve")
    work(season, 3)
    return season


def exact(season):
    return rebuild.rebuild(season=season).differences == []


def settled(number):
    return Fixture.objects.filter(round__number=number, state="finished").order_by("pk")


def test_a_fixture_voided_after_its_round_was_settled_is_not_replaced_and_the_season_rated_without_it(
    played, owner
):
    before, drawn = figures(played), played.divisions.get().drawn
    fixture = settled(2)[0]
    note = corrections.void(fixture=fixture, by=owner, reason=WHY)
    fixture.refresh_from_db()
    assert (fixture.state, fixture.open, fixture.reason) == ("void", False, WHY)
    assert not Fixture.objects.filter(replaces=fixture).exists()
    assert set(fixture.placings.values_list("mu_before", "mu_after")) == {(None, None)}
    event = fixture.events.get()
    assert (event.kind, event.after_round, event.entry) == ("void", drawn, None)
    assert figures(played) != before
    assert exact(played)
    assert (note.verb, note.by, note.reason) == ("void", owner, WHY)
    assert note.details["dealt_again"] is False
    changed = {number for number, *_ in set(before[1]) - set(figures(played)[1])}
    assert note.details["ratings"] == len(changed) >= 3


def test_without_a_fixture_the_figures_are_those_of_a_season_that_never_had_it(played, owner):
    fixture = settled(1)[0]
    corrections.void(fixture=fixture, by=owner, reason=WHY)
    out = set(fixture.placings.values_list("entry", flat=True))
    for placing in Placing.objects.filter(fixture__round__number=2, fixture__state="finished", entry__in=out):
        assert (placing.mu_before, placing.sigma_before) == (25, placing.entry.start_sigma)


def test_the_season_goes_on_after_a_void_and_stays_exact(played, owner):
    corrections.void(fixture=settled(3)[1], by=owner, reason=WHY)
    work(played, 5)
    assert exact(played)


def test_a_finished_fixture_of_an_open_round_is_dealt_for_again(season, owner):
    join(season, "ann", "bob", "cat", "dan", "eve")
    scheduler.tick(season.opens)
    attempt = open_attempts()[0]
    assert beat(attempt)
    assert finish(attempt)
    note = corrections.void(fixture=attempt.fixture, by=owner, reason=WHY)
    again = Fixture.objects.get(replaces=attempt.fixture)
    assert (again.state, again.number) == ("waiting", "1.1.1.2")
    assert note.details == {"dealt_again": True, "ratings": 0}
    assert set(attempt.fixture.placings.values_list("rank", flat=True)) == {None}
    work(season, 2)
    assert exact(season)


def test_what_is_void_or_outside_a_round_cannot_be_given_up(played, owner):
    fixture = settled(1)[0]
    corrections.void(fixture=fixture, by=owner, reason=WHY)
    with pytest.raises(StateError, match="cannot be given up"):
        corrections.void(fixture=fixture, by=owner, reason=WHY)
    assert Action.objects.filter(verb="void").count() == 1


def test_a_dropped_entry_leaves_no_trace_in_the_ratings(played, owner):
    gone = Entry.objects.get(bot__name="bob")
    met = Placing.objects.filter(fixture__in=gone.placings.values("fixture"), rank__isnull=False)
    tables = met.exclude(entry=gone).values("fixture").distinct().count()
    note = corrections.drop(entry=gone, by=owner, reason=WHY)
    gone.refresh_from_db()
    assert gone.state == "disqualified"
    assert [event.kind for event in gone.events.all()] == ["disqualification", "drop"]
    for placing in gone.placings.filter(fixture__round__state="settled"):
        assert (placing.fixture_points, placing.rank, placing.mu_after) == (None, None, None)
        others = list(placing.fixture.placings.exclude(entry=gone))
        assert sorted(one.rank for one in others) in ([1, 2], [1, 1])
        assert sum(one.fixture_points for one in others) == 3
    assert (gone.mu, gone.sigma) == (gone.start_mu, gone.start_sigma)
    assert exact(played)
    assert (note.details["fixtures"], tables) == (3, 3)
    assert Action.objects.filter(verb="disqualify", reason=WHY).count() == 1


def test_what_a_dropped_entry_still_plays_does_not_count_either(played, owner):
    gone = Entry.objects.get(bot__name="bob")
    drawn = played.divisions.get().drawn
    corrections.drop(entry=gone, by=owner, reason=WHY)
    work(played, drawn + 1)
    assert gone.placings.count() == drawn
    assert set(gone.placings.values_list("rank", "mu_after")) == {(None, None)}
    assert exact(played)


def test_a_table_of_which_one_is_left_is_not_rated(season, owner):
    join(season, "ann", "bob", "cat")
    work(season, 1)
    for name in ("ann", "bob"):
        corrections.drop(entry=Entry.objects.get(bot__name=name), by=owner, reason=WHY)
    left = Placing.objects.get(entry__bot__name="cat", fixture__round__number=1)
    assert (left.rank, left.mu_before, left.mu_after) == (1, 25, 25)
    assert left.sigma_before == left.sigma_after
    assert exact(season)


def test_an_entry_is_dropped_once_and_the_house_never(played, owner):
    gone = Entry.objects.get(bot__name="bob")
    entries.disqualify(entry=gone, by=owner, reason=WHY)
    corrections.drop(entry=gone, by=owner, reason=WHY)
    with pytest.raises(StateError, match="dropped before"):
        corrections.drop(entry=gone, by=owner, reason=WHY)
    with pytest.raises(StateError):
        corrections.drop(entry=Entry.objects.filter(house=True)[0], by=owner, reason=WHY)
    assert Action.objects.filter(verb="drop").count() == 1


def test_the_table_of_a_closed_season_stands(played, owner):
    Season.objects.filter(pk=played.pk).update(state="closed")
    before = figures(played)
    entry = Entry.objects.get(bot__name="bob")
    for correct in (
        lambda: corrections.void(fixture=settled(1)[0], by=owner, reason=WHY),
        lambda: corrections.drop(entry=entry, by=owner, reason=WHY),
        lambda: corrections.rate_again(season=played, by=owner, reason=WHY),
    ):
        with pytest.raises(StateError):
            correct()
    assert figures(played) == before
    assert not Action.objects.filter(reason=WHY).exists()


def test_a_season_can_be_rated_again(played, owner):
    before = figures(played)
    Entry.objects.filter(bot__name="ann").update(mu=3)
    note = corrections.rate_again(season=played, by=owner, reason=WHY)
    assert figures(played) == before
    assert note.details == {"fixtures": settled_fixtures(), "ratings": 1}


def settled_fixtures():
    return Fixture.objects.filter(round__state=Round.State.SETTLED).count()


@pytest.fixture
def knockout(league, shipped):
    """Four entries at tables of two, the first round settled."""
    league.seats = 2
    league.save()
    season = seasons.create(league=league, opens=timezone.now(), stages=[{"format": "knockout"}])
    seasons.open_registration(season=season)
    season.refresh_from_db()
    join(season, "ann", "bob", "cat", "dan")
    work(season, 1)
    return season


@pytest.mark.parametrize("correct", ["void", "drop"])
def test_in_a_knockout_a_void_puts_nobody_back_and_a_drop_whom_it_put_out(knockout, owner, correct):
    season = knockout
    final = set(Placing.objects.filter(fixture__round__number=2).values_list("entry", flat=True))
    table = Fixture.objects.filter(round__number=1, breaks=None, tie_breaks=None).first()
    sat = [one.entry for one in table.placings.select_related("entry")]
    [winner], [loser] = ([one for one in sat if (one.pk in final) == on] for on in (True, False))
    if correct == "void":
        corrections.void(fixture=table, by=owner, reason=WHY)
    else:
        corrections.drop(entry=winner, by=owner, reason=WHY)
    play_out(season)
    later = Placing.objects.filter(entry=loser, fixture__round__number__gt=2)
    assert later.exists() == (correct == "drop")
    assert set(Placing.objects.filter(fixture__round__number=2).values_list("entry", flat=True)) == final
    assert exact(season)


def test_a_knockout_that_was_over_goes_on_among_those_whom_the_dropped_winner_beat(league, shipped, owner):
    league.seats = 2
    league.save()
    stages, now = [{"format": "knockout"}], timezone.now()
    season = seasons.create(league=league, opens=now, stages=stages, sizes=[4, None])
    seasons.open_registration(season=season)
    season.refresh_from_db()
    join(season, "ann", "bob", "cat", "dan", "eve", "fay")  # the last two keep the season from its close
    division = season.divisions.get(tier=1)

    def play_until_over():
        for _ in range(20):
            scheduler.tick(now)
            division.refresh_from_db()
            if division.complete:
                return [one.bot.name for one in staging.ranking(division, 1)]
            for attempt in open_attempts(fixture__round__division=division):
                assert finish(attempt)
        raise AssertionError("it goes on and on")

    winner, finalist, *_ = play_until_over()
    assert division.drawn == 2
    [first] = division.rounds.get(number=1).fixtures.filter(breaks=None, placings__entry__bot__name=winner)
    [beaten] = set(first.placings.values_list("entry__bot__name", flat=True)) - {winner}
    corrections.drop(entry=Entry.objects.get(bot__name=winner), by=owner, reason=WHY)
    order = play_until_over()
    again = Placing.objects.filter(fixture__round__number=3, fixture__breaks=None)
    assert set(again.values_list("entry__bot__name", flat=True)) == {finalist, beaten}
    assert set(order[:2]) == {finalist, beaten}
    assert division.drawn == 3
    assert exact(season)
