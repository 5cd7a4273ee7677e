"""The rows that the statistics are made from: placings that were rated."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import groupby
from operator import itemgetter

from django.db.models import QuerySet

from tournaments.models import Placing, Seating
from tournaments.ranking import Rating
from tournaments.selectors.fixtures import open_fixtures
from tournaments.statistics.rows import Finished, Hand

CHUNK = 10_000


def rated() -> QuerySet[Placing]:
    """Placings of open fixtures that were rated when their round was settled."""
    return Placing.objects.filter(open_fixtures("fixture__"), mu_after__isnull=False, fixture__kin=False)


def finished(placings: QuerySet[Placing]) -> Iterator[Finished]:
    """The fixtures that these placings are all of, oldest first; entries are named by their keys."""
    fields = ("fixture", "entry", "rank", "mu_before", "sigma_before")
    rows = placings.order_by("fixture_id", "number").values_list(*fields).iterator(CHUNK)
    for _, table in groupby(rows, key=itemgetter(0)):
        _, entries, ranks, mus, sigmas = zip(*table, strict=True)
        yield Finished(entries, ranks, tuple(map(Rating, mus, sigmas)))


def hands(fixtures: Collection[int]) -> dict[int, list[Hand]]:
    """By fixture its hands, all of which must be open; a deal is named by its fixture and number.

    Whose results were dropped has none.
    """
    placed = Placing.objects.filter(fixture__in=fixtures, entry__isnull=False, rank__isnull=False)
    counted = set(placed.values_list("fixture", "entry"))
    held = Seating.objects.filter(match__fixture__in=fixtures).order_by("match_id", "seat")
    fields = ("match__fixture", "match__deal", "match", "seat", "entry", "points")
    dealt: defaultdict[int, list[Hand]] = defaultdict(list)
    for fixture, deal, match, seat, entry, points in held.values_list(*fields):
        if (fixture, entry) in counted:
            dealt[fixture].append(Hand((fixture, deal), match, seat, entry, points))
    return dealt
