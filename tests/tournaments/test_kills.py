"""The desk is killed before any statement of anything it does; what comes after is as if it had not been."""

from contextlib import contextmanager
from datetime import timedelta
from itertools import count

import pytest
from django.db import connection

from tests.tournaments.playing import beat, finish, join, open_attempts, played, renew
from tournaments.models import Attempt, Fixture, Placing, Season, SeasonEvent
from tournaments.services import (
    attempts,
    entries,
    fixtures,
    ratings,
    rebuild,
    scheduler,
    seasons,
    trials,
    versions,
)

pytestmark = pytest.mark.django_db(transaction=True)

SECRET = "0" * 64


class Killed(BaseException):
    """Nothing in the desk catches this."""


@contextmanager
def killed_before(statement):
    """The process ends before its statement of that number; transactions that are open are lost."""
    numbers = count()

    def run(execute, *query):
        if next(numbers) == statement:
            raise Killed
        return execute(*query)

    with connection.execute_wrapper(run):
        yield


def killed_everywhere(act, *args, **named):
    """Tries again after each death, which comes a statement later each time; how often that was."""
    deaths = 0
    while True:
        try:
            with killed_before(deaths):
                act(*args, **named)
                return deaths
        except Killed:
            deaths += 1


def once(act, *args, **named):
    """Does it undisturbed; no deaths."""
    act(*args, **named)
    return 0


def play(season, do, rounds=3):
    """A season in which `do` does everything, with a version, a void fixture and a withdrawal on the way."""
    ann, bob, *_ = season.divisions.get().entries.filter(house=False)
    division, now, deaths = season.divisions.get(), season.opens, 0
    for _ in range(5 * rounds):
        now += timedelta(seconds=31)
        deaths += do(scheduler.tick, now)
        for attempt in open_attempts(fixture__round__division=division):
            deaths += do(beat, attempt)
            assert Fixture.objects.get(pk=attempt.fixture_id).state == "playing"
            if attempt.fixture.number == "1.2.1.1":
                deaths += do(voided, attempt.fixture)
            else:
                deaths += do(finish, attempt, played(attempt))
        division.refresh_from_db()
        if division.drawn == 2 and not ann.events.exists():
            renew(ann.bot, f"{season} {do.__name__}")
            deaths += do(withdrawn, bob)
        if division.settled >= rounds:
            return deaths
    raise AssertionError(f"{division.settled} rounds settled")


def voided(fixture):
    """By hand, which a death does not keep from doing it."""
    if Fixture.objects.get(pk=fixture.pk).state != "void":
        fixtures.void(fixture=fixture, reason="by hand")


def withdrawn(entry):
    """By hand as well."""
    if not entry.events.exists():
        entries.withdraw(entry=entry)


def figures(season):
    """What must be the same, by names that do not depend on the order of the rows."""
    placings = Placing.objects.filter(entry__division__season=season, mu_after__isnull=False)
    numbers = placings.values_list("fixture__number", "entry__number", "rank", *ratings.FIGURES)
    standings = season.divisions.get().entries.values_list("number", "state", "mu", "sigma")
    events = SeasonEvent.objects.filter(season=season).values_list("number", "kind", "after_round")
    return sorted(numbers), sorted(standings), sorted(events)


def another(season):
    """The league's next season, with the same entries."""
    bots = [entry.bot for entry in season.divisions.get().entries.filter(house=False)]
    made = seasons.create(league=season.league, opens=season.opens)
    seasons.open_registration(season=made)
    made.refresh_from_db()
    for bot in bots:
        entries.join(season=made, bot=bot)
    return made


def lived(season, do):
    """What comes of a season, and how many deaths there were."""
    Season.objects.filter(pk=season.pk).update(secret=SECRET)
    deaths = play(season, do)
    assert rebuild.rebuild(season=season).differences == []
    assert not Attempt.objects.exclude(state="done").filter(fixture__state="finished").exists()
    seasons.pause(season=season)
    Fixture.objects.exclude(state="finished").update(state="void")
    return figures(season), deaths


def test_a_season_whose_desk_dies_everywhere_is_the_season_of_one_that_lives(season, record_property):
    join(season, "ann", "bob", "cat", "dan", "eve", "fay")
    expected, _ = lived(season, once)
    seen, deaths = lived(another(season), killed_everywhere)
    assert seen == expected
    assert deaths > 300
    record_property("kills between statements", deaths)


def test_an_upload_whose_trial_is_interrupted_everywhere_is_active_in_the_end(owner, shipped, monkeypatch):
    monkeypatch.setattr(trials, "begin", lambda **_: None)
    version = versions.submit(
        bot=owner.bots.create(name="ann"),
        data=b"def choose(view, legal): return legal[0]",
        filename="bot.py",
        games=["pis_yedili"],
    )
    monkeypatch.undo()
    killed_everywhere(scheduler.tick, version.created + timedelta(seconds=11))
    [attempt] = open_attempts()
    killed_everywhere(attempts.fail, attempt=attempt.pk, token=attempt.token, error="no room")
    killed_everywhere(scheduler.tick, version.created + timedelta(hours=1))
    [attempt] = open_attempts()
    assert killed_everywhere(finish, attempt, played(attempt)) > 10
    version.refresh_from_db()
    assert (version.state, version.bot.activations.get().version) == ("active", version)
    assert version.trials.get().attempts.count() == 2
