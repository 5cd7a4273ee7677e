"""Where something takes long, pages say how far it is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from tests.world import World, begin, version
from tournaments.models import Archive, Fixture, Season, User, Version
from tournaments.services import trials

Browse = Callable[[User | None], Client]
STATE = "/bots/newcomer/versions/1/state/"


@pytest.fixture
def trial(world: World) -> Fixture:
    """One that waits for a play worker."""
    made = version("newcomer", world.owner)
    trials.begin(version=made)
    return made.trials.get()


def test_a_trial_says_how_many_are_before_it(world: World, browse: Browse, trial: Fixture) -> None:
    assert "is the next to be played" in browse(None).get(STATE).text
    Fixture.objects.filter(pk=world.trial.pk).update(
        state=Fixture.State.QUEUED, due=trial.due - timedelta(seconds=1)
    )
    assert "1 trial is before it" in browse(None).get(STATE).text
    Fixture.objects.filter(pk=world.held.pk).update(
        state=Fixture.State.WAITING, kind=Fixture.Kind.TRIAL, due=trial.due - timedelta(seconds=2)
    )
    assert "2 trials are before it" in browse(None).get(STATE).text
    begin(trial)
    assert "is being played" in browse(None).get(STATE).text


def test_of_several_trials_the_page_tells_of_what_is_played(
    world: World, browse: Browse, trial: Fixture
) -> None:
    trials.trial(trial.version, "donkey").save()
    assert "is the next to be played" in browse(None).get(STATE).text
    begin(trial)
    assert "is being played" in browse(None).get(STATE).text


def test_a_version_that_is_checked_says_so(world: World, browse: Browse, trial: Fixture) -> None:
    Version.objects.filter(bot__name="newcomer").update(state=Version.State.CHECKING)
    assert "are being checked" in browse(None).get(STATE).text
    Version.objects.filter(bot__name="newcomer").update(state=Version.State.ACTIVE)
    assert 'class="busy"' in browse(None).get(STATE).text  # in one game; the next is still tried
    Fixture.objects.filter(pk=trial.pk).update(state=Fixture.State.FINISHED)
    assert 'class="busy"' not in browse(None).get(STATE).text


def test_an_archive_that_is_written_is_asked_for_again(world: World, browse: Browse) -> None:
    Season.objects.update(state=Season.State.CLOSED)
    path = "/leagues/pis-yedili-open/seasons/1/about/"
    page = browse(None).get(path).text
    assert f'hx-get="{path}" hx-select="#fair-deals"' in page
    assert "htmx" in page.rpartition("</main>")[2]
    Archive.objects.create(season=world.season, digest="ab" * 32, size=9)
    page = browse(None).get(path).text
    assert "hx-get" not in page
    assert "htmx" not in page.rpartition("</main>")[2]
