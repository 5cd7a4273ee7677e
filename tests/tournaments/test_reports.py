"""What the database says to the statistics, and how much of it is read."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments import history
from tests.tournaments.playing import join, work
from tests.tournaments.statistics.seasons import finished
from tests.tournaments.statistics.seasons import season as results
from tournaments.models import Entry, Fixture, Placing, Seating
from tournaments.reports import entries, seasons
from tournaments.reports.fixtures import same_cards
from tournaments.selectors.seasons import progress
from tournaments.services import corrections


@pytest.fixture
def known(league):
    """Three tables of three among four entries, numbers from 1."""
    return history.season(
        league,
        [
            finished((1, 2, 3), (0, 1, 2)),
            finished((1, 1, 3), (0, 1, 3)),
            finished((2, 1, 3), (0, 1, 2)),
        ],
    )


def entry(season, number):
    """One of a season."""
    return Entry.objects.get(division__season=season, number=number)


def test_an_entry_knows_how_it_did_against_each_opponent(known):
    rivals, fixtures = entries.rivals(entry(known, 2), count=5)
    assert fixtures == 3
    assert [(one.entry.number, one.fixtures, one.share) for one in rivals] == [
        (1, 3, pytest.approx((0 + 0.5 + 1) / 3)),
        (3, 2, 1),
        (4, 1, 1),
    ]
    assert all(one.low <= one.share <= one.high for one in rivals)
    (most,), _ = entries.rivals(entry(known, 2), count=1)
    assert most == rivals[0]


def test_a_verdict_needs_an_interval_that_leaves_out_the_half(league):
    made = history.season(league, [finished((1, 2), (0, 1))] * 3 + [finished((1, 2), (0, 2))] * 9)
    rivals, _ = entries.rivals(entry(made, 1), count=5)
    assert [(one.fixtures, one.share, one.verdict) for one in rivals] == [(9, 1, "ahead"), (3, 1, "")]
    (beaten,), _ = entries.rivals(entry(made, 3), count=5)
    assert (beaten.share, beaten.verdict) == (0, "behind")


def test_each_change_comes_with_its_fixture_newest_first(known):
    third = entry(known, 3)
    changed = entries.changes(third, count=5)
    assert [one.fixture.round.number for one in changed] == [3, 1]
    assert [placing.entry.number for placing in changed[0].fixture.placings.all()] == [2, 1, 3]
    assert [one.fixture.round.number for one in entries.changes(third, count=1)] == [3]
    assert [one.fixture.round.number for one in entries.changes(third, count=5, before=3)] == [1]
    assert [one[0] for one in entries.history(third, count=5)] == [1, 3]


@pytest.mark.parametrize(
    ("rows", "changed"),
    [
        (Fixture.objects, {"released": False}),
        (Fixture.objects, {"state": Fixture.State.VOID}),
        (Placing.objects, {"mu_after": None}),
    ],
)
def test_nothing_is_told_of_what_is_held_void_or_not_settled(known, rows, changed):
    first = entry(known, 1)
    last = Fixture.objects.get(round__number=3)
    rows.filter(**{"pk" if rows.model is Fixture else "fixture": last.pk}).update(**changed)
    assert [one.fixture.round.number for one in entries.changes(first, count=5)] == [2, 1]
    assert [one[0] for one in entries.history(first, count=5)] == [1, 2]
    assert entries.rivals(first, count=5)[1] == 2
    assert seasons.predictions(known).fixtures == 2
    assert seasons.pairs(known, count=5)[1] == 2


def test_points_are_compared_with_those_of_all_who_held_the_same_cards(season):
    join(season, "ada", "ben")
    work(season, 2)
    one = entry(season, 1)
    (fixture,) = Fixture.objects.filter(round__number=1)
    assert sum(entries.made_of_cards(each, [fixture.pk])[fixture.pk] for each in Entry.objects.all()[:3]) == (
        pytest.approx(0)
    )
    # by hand: this entry's points less the mean of each seat's points, a hand
    seats = [list(Seating.objects.filter(match__fixture=fixture, seat=seat)) for seat in range(3)]
    own = [[held.points for held in seat if held.entry_id == one.pk] for seat in seats]
    means = [sum(held.points for held in seat) / 3 for seat in seats]
    expected = sum(points - mean for (points,), mean in zip(own, means, strict=True)) / 3
    assert entries.made_of_cards(one, [fixture.pk]) == {fixture.pk: pytest.approx(expected)}
    cards = entries.cards(one)
    assert (cards.fixtures, cards.share.hands) == (2, 6)
    assert cards.share.luck == pytest.approx(0)
    assert 0 <= cards.explained <= 1


def test_the_cards_of_a_seat_gave_all_who_held_them_the_same(season):
    season.deals = 2
    season.save()
    join(season, "ada", "ben")
    work(season, 1)
    fixture = Fixture.objects.get(round__number=1)
    order = list(fixture.placings.order_by("rank").values_list("entry", flat=True))
    rows = same_cards(fixture, order)
    assert [(row.deal, row.seat) for row in rows] == [(deal, seat) for deal in range(2) for seat in range(3)]
    for row in rows:
        held = Seating.objects.filter(match__fixture=fixture, match__deal=row.deal, seat=row.seat)
        points = [held.get(entry=entry).points for entry in order]
        assert [got for got, _ in row.held] == points
        assert row.mean == pytest.approx(sum(points) / 3)
        assert [play for _, play in row.held] == pytest.approx([got - row.mean for got in points])
    for deal in range(2):
        assert sum(row.luck for row in rows if row.deal == deal) == pytest.approx(0)
    assert any(row.luck for row in rows)
    fixture.released = False
    assert same_cards(fixture, order) == []


def test_who_was_dropped_does_not_count_among_those_who_held_the_same_cards(season, owner):
    join(season, "ada", "ben")
    work(season, 1)
    fixture = Fixture.objects.get(round__number=1)
    gone = fixture.placings.filter(entry__house=False).order_by("rank")[0].entry
    corrections.drop(entry=gone, by=owner, reason="it was two bots")
    left = list(fixture.placings.exclude(rank=None).order_by("rank").values_list("entry", flat=True))
    assert len(left) == 2
    for row in same_cards(fixture, left):
        held = Seating.objects.filter(match__fixture=fixture, match__deal=row.deal, seat=row.seat)
        points = [held.get(entry=one).points for one in left]
        assert row.mean == pytest.approx(sum(points) / 2)
        assert row.held == [(got, pytest.approx(got - row.mean)) for got in points]
    own = [entries.made_of_cards(Entry.objects.get(pk=one), [fixture.pk])[fixture.pk] for one in left]
    assert sum(own) == pytest.approx(0)
    assert entries.made_of_cards(gone, [fixture.pk]) == {}
    assert entries.cards(gone) is None


def test_an_entry_that_has_played_nothing_has_nothing_to_tell(season):
    (new,) = join(season, "ada")
    assert entries.cards(new) is None
    assert entries.rivals(new, count=5) == ([], 0)
    assert entries.changes(new, count=5) == entries.history(new, count=5) == []
    assert seasons.predictions(season).calibration.bins == []
    assert seasons.pairs(season, count=5) == ([], 0)


def test_a_pair_that_does_better_together_comes_first(league):
    made = history.season(league, results(600, 3, entries=12, favour=(2, 5), gift=8.0, seed=4))
    pairs, fixtures = seasons.pairs(made, count=60)
    assert fixtures == 600
    assert (pairs[0].one.number, pairs[0].other.number) == (3, 6)
    assert pairs[0].found.p < 0.01
    assert 1 < len(pairs) < 60
    assert all(pair.found.excess > 0 for pair in pairs)
    assert len(seasons.pairs(made, count=1)[0]) == 1


def test_only_the_newest_fixtures_are_read(league, monkeypatch):
    made = history.season(league, results(60, 3, entries=5, seed=5))
    monkeypatch.setattr(seasons, "FORESEEN", 20)
    monkeypatch.setattr(entries, "MEETINGS", 7)
    assert seasons.predictions(made).fixtures == 20
    read = seasons.newest(made, 20)
    last = [tuple(one) for one in results(60, 3, entries=5, seed=5)[-1].before]
    assert read[-1].before == tuple(last)
    assert entries.rivals(entry(made, 1), count=9)[1] == 7


def test_more_fixtures_ask_no_more_questions(league):
    counts = []
    for number, fixtures in enumerate((60, 120), 1):
        made = history.season(league, results(fixtures, 3, entries=6, seed=6), number=number)
        first = entry(made, 1)
        with CaptureQueriesContext(connection) as asked:
            entries.changes(first, count=50)
            entries.history(first, count=50)
            entries.rivals(first, count=50)
            entries.cards(first)
            seasons.predictions(made)
            seasons.pairs(made, count=50)
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 13


def test_a_season_shows_its_last_rounds(known):
    shown = progress(known.divisions.get(), 2)
    assert [(one.round.number, one.fixtures, one.over) for one in shown] == [(3, 1, 1), (2, 1, 1)]
