"""A fixture is played once more from the same seeds, and compared with what it was."""

import pytest

from bots.play.trial import opponents
from tests.tournaments.playing import beat, finish, join, open_attempts, played, script, work
from tests.tournaments.test_season import figures
from tournaments.errors import StateError
from tournaments.models import Action, Entry, Fixture
from tournaments.selectors.standings import standings
from tournaments.services import bots, corrections, orders, rebuild, reruns, rounds, scheduler, versions

pytestmark = pytest.mark.django_db(transaction=True)

WHY = "ann complained"


@pytest.fixture
def fixture(season):
    join(season, "ann", "bob", "cat")
    work(season, 2)
    return Fixture.objects.get(round__number=1)


def rerun(fixture, by, change=lambda result: None):
    """The re-run of a fixture, played."""
    reruns.begin(fixture=fixture, by=by, reason=WHY)
    [attempt] = open_attempts(fixture__kind="rerun")
    result = played(attempt)
    change(result)
    assert beat(attempt)
    assert finish(attempt, result)
    return Fixture.objects.get(pk=attempt.fixture_id)


def test_a_rerun_is_ordered_as_it_was_and_comes_before_rated_fixtures(fixture, owner, rung):
    rung.clear()
    note = reruns.begin(fixture=fixture, by=owner, reason=WHY)
    [(order, priority)] = rung
    again = Fixture.objects.get(repeats=fixture)
    before = orders.ordered(fixture)
    assert [order[name] for name in ("number", "order_seed", "deals", "rules")] == [
        before.number,
        before.order_seed,
        before.deals,
        before.rules,
    ]
    assert [one["dice"] for one in order["competitors"]] == [one.dice for one in before.competitors]
    assert (priority, again.round, again.by) == (3, None, owner)
    assert (note.verb, note.season, note.details) == ("re-run", fixture.round.division.season, {"matches": 3})


def test_deterministic_bots_play_it_again_move_by_move(fixture, owner):
    again = rerun(fixture, owner)
    assert again.comparison == {"matches": 3, "different": 0, "first": None}


def test_the_first_divergence_is_kept(fixture, owner):
    other = rerun(Fixture.objects.get(round__number=2), owner)
    fixture.matches.filter(deal=0, rotation=1).update(record=other.matches.get(rotation=1).record)
    again = rerun(fixture, owner)
    assert (again.comparison["different"], again.comparison["first"]["rotation"]) == (1, 1)
    assert again.comparison["first"]["before"] != again.comparison["first"]["after"]


def test_a_rerun_changes_no_rating_and_no_standing(fixture, season, owner):
    before = figures(season)
    shown = standings(season.divisions.get())
    rerun(fixture, owner)
    assert figures(season) == before
    assert standings(season.divisions.get()) == shown
    assert rebuild.rebuild(season=season).differences == []


def test_what_is_void_after_all_can_still_be_run_again(fixture, owner):
    corrections.void(fixture=fixture, by=owner, reason=WHY)
    assert rerun(fixture, owner).comparison["different"] == 0


def test_what_has_no_records_cannot_be_compared(season, fixture, owner):
    waiting = Fixture.objects.filter(round__number=3).get()
    again = rerun(fixture, owner)
    for row in (waiting, again):
        with pytest.raises(StateError):
            reruns.begin(fixture=row, by=owner, reason=WHY)
    assert Action.objects.filter(verb="re-run").count() == 1


def test_a_rerun_of_a_held_round_stays_closed_until_that_is_released(season, owner):
    join(season, "ann", "bob", "cat")
    scheduler.tick(season.opens)
    [attempt] = open_attempts()
    round = attempt.fixture.round
    rounds.hold(round=round, by=owner, reason=WHY)
    assert finish(attempt)
    again = rerun(attempt.fixture, owner)
    assert not again.open
    rounds.release(round=round, by=owner, reason=WHY)
    again.refresh_from_db()
    assert again.open


def test_a_trial_runs_again_by_the_rules_of_trials(owner, shipped):
    bot = bots.create(owner=owner, name="ann")
    version = versions.submit(bot=bot, data=script("ann"), filename="bot.py", games=["pis_yedili"])
    [attempt] = open_attempts()
    assert finish(attempt)
    reruns.begin(fixture=version.trials.get(), by=owner, reason=WHY)
    [attempt] = open_attempts()
    order = orders.ordered(attempt.fixture)
    assert order.forgiving is False
    assert len(order.competitors) == 1 + len(opponents("pis_yedili"))
    assert finish(attempt)
    version.refresh_from_db()
    assert version.state == "active"
    assert Entry.objects.count() == 0
