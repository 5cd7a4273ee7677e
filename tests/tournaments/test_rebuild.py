"""A season rated again in batches: what it asks of the database, and that batches change no figure."""

import pytest

from benchmarks.queries import watched
from tests.tournaments import history
from tests.tournaments.playing import join, work
from tests.tournaments.statistics.seasons import season as results
from tests.tournaments.test_season import figures
from tournaments.models import Entry, Match, Placing, Seating
from tournaments.services import corrections, rebuild

ENTRIES = 20


def statements(league, rounds, number, write):
    """How many it takes to rate a season of so many rounds of one fixture."""
    season = history.season(league, results(rounds, 3, entries=ENTRIES), number=number)
    sit_down(season)
    with watched() as asked:
        rebuilt = rebuild.rebuild(season=season, write=write)
    assert (rebuilt.fixtures, rebuilt.placings) == (rounds, 3 * rounds)
    assert rebuilt.figures > rounds  # the history is made up
    return len(asked)


def sit_down(season):
    """One match for each fixture."""
    placings = Placing.objects.filter(entry__division__season=season)
    fixtures = placings.order_by().values_list("fixture", flat=True).distinct()
    matches = Match.objects.bulk_create(Match(fixture_id=one, deal=0, rotation=0) for one in fixtures)
    by_fixture = {one.fixture_id: one for one in matches}
    Seating.objects.bulk_create(
        Seating(match=by_fixture[one.fixture_id], seat=one.number, entry=one.entry, version=one.version)
        for one in placings.select_related("entry", "version")
    )


@pytest.mark.django_db
@pytest.mark.parametrize("write", [False, True])
def test_the_number_of_statements_grows_with_batches_and_not_with_fixtures(league, monkeypatch, write):
    monkeypatch.setattr(rebuild, "PLACINGS", 10 * ENTRIES)
    one, same, two, four = (
        statements(league, rounds, number, write) for number, rounds in enumerate((5, 10, 20, 40), 1)
    )
    assert one == same
    assert four - two == 2 * (two - one) > 0
    assert two - one < 10


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("placings", [1, 30])
def test_batches_change_no_figure(season, owner, monkeypatch, placings):
    join(season, "ann", "bob", "cat", "dan", "eve")
    work(season, 3)
    corrections.drop(entry=Entry.objects.get(bot__name="bob"), by=owner, reason="a cheat")
    rated = figures(season)
    Placing.objects.filter(fixture__round__state="settled").update(rank=9, mu_after=1)
    Entry.objects.filter(division__season=season).update(mu=3, faults=7)
    monkeypatch.setattr(rebuild, "PLACINGS", placings)
    found = rebuild.rebuild(season=season, write=True)
    assert found.figures > rebuild.SHOWN == len(found.differences)
    assert figures(season) == rated
    assert rebuild.rebuild(season=season).differences == []
