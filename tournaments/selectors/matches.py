"""Matches with their seats."""

from __future__ import annotations

from django.db.models import Prefetch

from tournaments.models import Fixture, Match, Seating, Version
from tournaments.selectors.fixtures import open_fixtures


def match(pk: int) -> Match | None:
    """A match with its fixture and its seats."""
    seatings = Seating.objects.select_related("version__bot__owner", "entry").order_by("seat")
    return (
        Match.objects.select_related("fixture__round__division__season__league", "fixture__version__bot")
        .prefetch_related(Prefetch("seatings", seatings))
        .filter(pk=pk)
        .first()
    )


def matches_of(fixture: Fixture) -> list[Match]:
    """The matches of a fixture by deal and rotation, with their seats."""
    seatings = Seating.objects.select_related("version__bot").order_by("seat")
    return list(
        fixture.matches.defer("record")
        .order_by("deal", "rotation")
        .prefetch_related(Prefetch("seatings", seatings))
    )


def records_of(fixture: Fixture) -> dict[int, str]:
    """The records of its matches by primary key."""
    return dict(fixture.matches.values_list("pk", "record"))


def rotations(match: Match) -> list[Match]:
    """The matches on the same deal, its own too, by rotation."""
    same = Match.objects.filter(fixture=match.fixture_id, deal=match.deal)
    return list(same.defer("record").order_by("rotation"))


def trial_matches(version: Version) -> list[Match]:
    """The matches of a version's open trials, with their seats."""
    seatings = Seating.objects.select_related("version__bot").order_by("seat")
    matches = Match.objects.defer("record").filter(open_fixtures("fixture__"), fixture__version=version)
    return list(matches.select_related("fixture").prefetch_related(Prefetch("seatings", seatings)))
