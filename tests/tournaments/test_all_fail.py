"""A season in which every bot fails in every match: it ends, its table is fair, and it says what happened."""

import pytest
from django.utils import timezone

from tests.tournaments import playing
from tests.tournaments.playing import join, play_out
from tournaments.models import Action, Entry, Fixture, Placing, Seating
from tournaments.selectors.standings import standings
from tournaments.services import archives, rebuild, seasons
from tournaments.verify import main

pytestmark = pytest.mark.django_db(transaction=True)
STAGES = {
    "ladder": [{"format": "ladder", "rounds": 3}],
    "swiss": [{"format": "swiss", "rounds": 3}],
    "round robin": [{"format": "round_robin"}],
    "knockout": [{"format": "knockout"}],
    "finals": [{"format": "ladder", "rounds": 2, "advance": 2}, {"format": "knockout"}],
}


@pytest.fixture
def played(league, shipped, monkeypatch):
    """Plays such a season of six entries to its end; the house fills no chair but in a knockout."""
    monkeypatch.setattr(playing, "_player", lambda rng, name: fails)

    def play(stages, seats):
        league.seats = seats
        league.save()
        return to_its_end(seasons.create(league=league, opens=timezone.now(), stages=stages))

    return play


@pytest.fixture(params=STAGES.values(), ids=STAGES)
def failed(request, played):
    """One at tables of two."""
    return played(request.param, 2)


def to_its_end(season):
    seasons.open_registration(season=season)
    season.refresh_from_db()
    join(season, "ann", "bob", "cat", "dan", "eve", "fay")
    play_out(season)
    return season


def fails(seat, view, legal, news):
    raise playing.Fault("crashed", "ended in the middle of a match")


def competing(season):
    """The entries by their places."""
    return list(Entry.objects.filter(division__season=season, house=False).order_by("final_rank", "number"))


def test_it_ends_in_a_table_in_which_nobody_is_before_another(failed, capsys):
    assert set(Fixture.objects.values_list("state", flat=True)) == {"finished"}
    assert set(Seating.objects.values_list("fault", flat=True)) == {"crashed"}
    assert set(Placing.objects.values_list("rank", flat=True)) == {1}
    assert rebuild.rebuild(season=failed).differences == []
    counted(failed)
    ranked(failed, chosen=failed.stages[-1]["format"] == "knockout")
    archives.write(archive=failed.archive.pk)
    failed.archive.refresh_from_db()
    assert main([str(archives.path(failed.archive.digest))]) == 0, capsys.readouterr().err


def counted(season):
    """The list of actions and the table say how often bots failed."""
    closed = Action.objects.get(season=season, verb="close")
    assert closed.details["faults"] == Seating.objects.count() == 4 * closed.details["fixtures"]
    for entry in competing(season):
        assert entry.faults == Seating.objects.filter(entry=entry).count() > 0


def ranked(season, *, chosen):
    """All share the first place, and there are no medals; unless a knockout has chosen."""
    ranks = [entry.final_rank for entry in competing(season)]
    assert ranks == [1] * 6 or (chosen and ranks[0] == 1 < ranks[1])
    shown = [row.rank for row in standings(season.divisions.get()) if not row.entry.house]
    assert shown == ranks
    assert Entry.objects.exclude(medal="").exists() == chosen


def test_at_larger_tables_too_all_that_is_known_of_everybody_is_the_same(played):
    entries = competing(played(STAGES["ladder"], 3))
    assert [entry.mu for entry in entries] == pytest.approx([25] * 6)
    first, last = entries[0], entries[-1]
    assert first.score - last.score < last.sigma / 100
