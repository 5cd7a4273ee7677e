"""`manage.py calibrate`: the constants of a league, measured from what was rated in it."""

import re

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.tournaments import history
from tests.tournaments.statistics.seasons import season as results
from tournaments.models import Action, Fixture, Placing
from tournaments.services import seasons

TRUE_BETA, TRUE_DRAWS = 6.0, 0.25


@pytest.fixture
def played(league):
    """Two seasons whose truth is known, and a rehearsal that would spoil the result."""
    truth = {"beta": TRUE_BETA, "draw_probability": TRUE_DRAWS}
    history.season(league, results(500, 3, seed=1, **truth))
    history.season(league, results(400, 3, entries=40, seed=2, **truth), number=2)
    history.season(league, results(300, 3, beta=0.5, seed=3), number=3, dry=True)
    return league


def said(capsys, *arguments):
    """The lines of the command."""
    call_command("calibrate", *arguments)
    return capsys.readouterr().out


def test_the_constants_are_measured_and_said_with_their_sources(played, capsys):
    told = said(capsys, "open")
    assert re.findall(r"Season (\d): (\d+) rated fixtures", told) == [("1", "500"), ("2", "400")]
    assert "over 2700 pairs" in told
    beta, draws = (float(found) for found in re.findall(r"-> (\d\.\d+)\n", told))
    assert beta == pytest.approx(TRUE_BETA, rel=0.1)
    assert draws == pytest.approx(TRUE_DRAWS, rel=0.15)
    played.refresh_from_db()
    assert played.beta != pytest.approx(beta, rel=0.1)


def test_they_are_written_for_the_next_season_alone(played, capsys):
    running = seasons.create(league=played)
    said(capsys, "open", "--write")
    played.refresh_from_db()
    following = seasons.create(league=played)
    running.refresh_from_db()
    assert following.beta == played.beta == pytest.approx(TRUE_BETA, rel=0.1)
    assert following.draw_probability == played.draw_probability == pytest.approx(TRUE_DRAWS, rel=0.15)
    assert running.beta != following.beta
    assert running.draw_probability != following.draw_probability
    assert Action.objects.get(verb="calibrate").details["now"]["beta"] == played.beta
    played.full_clean()


def test_what_is_not_rated_tells_nothing(played, capsys):
    first = said(capsys, "open")
    rows = Fixture.objects.filter(round__division__season__number=1).order_by("pk")
    unsettled, kin, held, void = rows[0], rows[1], rows[2], rows[3]
    Placing.objects.filter(fixture=unsettled).update(mu_after=None)
    rows.filter(pk=kin.pk).update(kin=True)
    rows.filter(pk=held.pk).update(released=False)
    rows.filter(pk=void.pk).update(state=Fixture.State.VOID)
    assert "Season 1: 500" in first
    assert "Season 1: 496" in said(capsys, "open")


def test_few_fixtures_are_measured_and_not_written(league, capsys):
    with pytest.raises(CommandError, match="nothing has been rated"):
        call_command("calibrate", "open")
    history.season(league, results(99, 3))
    assert "99 rated fixtures" in said(capsys, "open")
    with pytest.raises(CommandError, match="99 fixtures are fewer"):
        call_command("calibrate", "open", "--write")
    assert not Action.objects.exists()
    with pytest.raises(CommandError, match="no league nowhere"):
        call_command("calibrate", "nowhere")
