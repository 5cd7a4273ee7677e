"""Whole seasons, played by a worker that makes up its results."""

from collections import Counter
from random import Random

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.playing import FAULTY, join, renew, work
from tournaments.models import Entry, Fixture, Placing, Round, Season
from tournaments.ranking import SIGMA
from tournaments.services import divisions, entries, ratings, rounds, scheduler, seasons

pytestmark = pytest.mark.django_db(transaction=True)


SECRET = "0" * 64


def figures(season):
    """Every figure of a season, by names that do not depend on the order of the rows."""
    placings = Placing.objects.filter(entry__division__season=season, mu_after__isnull=False)
    standings = Entry.objects.filter(division__season=season)
    return (
        sorted(placings.values_list("fixture__number", "entry__number", "rank", *ratings.FIGURES)),
        sorted(standings.values_list("number", "mu", "sigma")),
    )


def test_a_season_is_played_and_settled_and_can_be_rebuilt_exactly(season, capsys):
    join(season, "ann", "bob", "cat", "dan", "eve", FAULTY, "fay")
    work(season, 6)
    placings = Placing.objects.filter(fixture__round__state=Round.State.SETTLED)
    assert placings.count() >= 6 * 9
    assert not placings.filter(mu_after=None).exists()
    assert Entry.objects.order_by("mu").first().bot.name == FAULTY
    assert all(entry.sigma < SIGMA for entry in Entry.objects.all())
    call_command("rebuild_ratings", "open/1")
    assert f"{placings.count()} placings: all exact" in capsys.readouterr().out


def test_every_entry_plays_once_a_round_and_the_house_fills_the_chairs(season):
    competing = {entry.pk for entry in join(season, "ann", "bob", "cat", "dan")}
    work(season, 4)
    for number in range(1, 5):
        seated = Counter(
            Placing.objects.filter(fixture__round__number=number).values_list("entry", flat=True)
        )
        assert set(seated.values()) == {1}
        assert competing < set(seated)
        assert Entry.objects.filter(pk__in=set(seated) - competing, house=True).count() == 2


def test_the_order_in_which_fixtures_finish_changes_no_figure(season, monkeypatch):
    monkeypatch.setattr(divisions, "_past", lambda season, bots: Entry.objects.none())  # each begins anew
    joined = [entry.bot for entry in join(season, "ann", "bob", "cat", "dan", "eve", "fay", "gus")]
    seen = []
    for seed in range(4):
        if seed:
            season = seasons.create(league=season.league, opens=season.opens)
            seasons.open_registration(season=season)
            season.refresh_from_db()
            for bot in joined:
                entries.join(season=season, bot=bot)
        Season.objects.filter(pk=season.pk).update(secret=SECRET)
        work(season, 3, Random(seed).shuffle)
        seen.append(figures(season))
        Fixture.objects.exclude(state=Fixture.State.FINISHED).update(state=Fixture.State.VOID)
        Season.objects.filter(pk=season.pk).update(state=Season.State.CLOSED)
    assert len(seen[0][0]) == 27
    assert seen == [seen[0]] * 4


def test_the_second_opinion_agrees(season, monkeypatch):
    heard = []
    ask = ratings.second_opinion
    monkeypatch.setattr(ratings, "second_opinion", lambda *step: heard.append(ask(*step)))
    join(season, "ann", "bob", "cat", "dan", FAULTY)
    work(season, 4)
    assert len(heard) == 4
    assert max(heard) < 1e-9


def test_a_second_opinion_that_nobody_heard_is_asked_for_again(season, monkeypatch):
    join(season, "ann", "bob", "cat", "dan")
    with monkeypatch.context() as dead:
        dead.setattr(ratings, "second_opinion", lambda *step: None)
        now = work(season, 2)
    settled = Round.objects.filter(state=Round.State.SETTLED)
    assert set(settled.values_list("disagreement", flat=True)) == {None}
    scheduler.tick(now)
    assert all(0 <= one < 1e-9 for one in settled.values_list("disagreement", flat=True))


def test_a_wrong_figure_rings_the_alarm(season, monkeypatch, caplog):
    join(season, "ann", "bob", "cat")
    monkeypatch.setattr(
        "tournaments.settling.rate", lambda before, ranks, **_: [one.widened(1) for one in before]
    )
    work(season, 1)
    assert "the second opinion differs by" in caplog.text


def test_a_figure_that_was_changed_is_found_and_can_be_corrected(season, capsys):
    join(season, "ann", "bob", "cat")
    work(season, 2)
    placing = Placing.objects.filter(fixture__round__number=1).first()
    Placing.objects.filter(pk=placing.pk).update(mu_after=placing.mu_after + 1e-12)
    with pytest.raises(CommandError, match=r"1 figures differ; the first: .* mu_after is stored as"):
        call_command("rebuild_ratings", "open/1")
    call_command("rebuild_ratings", "open/1", write=True)
    assert "1 figures corrected" in capsys.readouterr().out
    call_command("rebuild_ratings", "open/1")
    assert Placing.objects.get(pk=placing.pk).mu_after == placing.mu_after


def test_a_new_version_sits_down_in_the_next_draw_with_a_wider_sigma(season, capsys):
    ann, *_ = join(season, "ann", "bob", "cat")
    work(season, 5)
    drawn = season.divisions.get().drawn
    version = renew(ann.bot, "a better ann")
    assert ann.events.get().after_round == drawn
    work(season, drawn + 2)
    placings = {one.fixture.round.number: one for one in ann.placings.select_related("fixture__round")}
    assert placings[drawn].version == ann.version
    assert placings[drawn + 1].version == version
    assert placings[drawn].sigma_before == placings[drawn - 1].sigma_after
    assert placings[drawn + 1].sigma_before > placings[drawn].sigma_after
    assert placings[drawn + 1].mu_before == placings[drawn].mu_after
    call_command("rebuild_ratings", "open/1")
    assert "all exact" in capsys.readouterr().out


def test_a_draw_does_not_know_whether_the_round_before_is_settled(season):
    join(season, "ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal", "ida")
    work(season, 3)
    division = season.divisions.get()
    assert (division.drawn, division.settled) == (5, 3)
    competing = list(division.entries.filter(house=False).select_related("bot"))
    early = rounds.tables(division, 5, competing)  # as it was drawn, while round 4 was being played
    work(season, 4)
    division.refresh_from_db()
    later = list(division.entries.filter(house=False).select_related("bot"))
    assert [one.mu for one in later] != [one.mu for one in competing]
    assert rounds.tables(division, 5, later) == early
