"""What is done on a desk, and to which row of a season."""

from __future__ import annotations

from django.db.models import Model
from django.http import Http404
from django.shortcuts import get_object_or_404

from tournaments import deeds
from tournaments.deeds import Deed
from tournaments.models import Entry, Fixture, Round, Season

WITH_ENTRIES = (*deeds.ENTRY, *deeds.BOT, *deeds.PERSON)
"""What is done to an entry, its bot, or whose bot it is."""


def named(known: tuple[Deed, ...], slug: str) -> Deed:
    """One of these deeds; 404 for any other."""
    for deed in known:
        if deed.slug == slug:
            return deed
    raise Http404("nobody can do that")


def round_of(season: Season, tier: int, number: int) -> Round:
    """By its division and number, or 404."""
    rounds = Round.objects.select_related("division__season__league")
    return get_object_or_404(rounds, division__season=season, division__tier=tier, number=number)


def with_entry(season: Season, number: int, deed: Deed) -> Model:
    """The entry of that number, its bot or its owner, as the deed wants it; 404 where there is none."""
    entries = Entry.objects.select_related("division__season__league", "bot__owner", "version")
    entry = get_object_or_404(entries, division__season=season, number=number)
    row = entry if deed in deeds.ENTRY else entry.bot if deed in deeds.BOT else entry.bot.owner
    if row is None:
        raise Http404("a house bot is nobody's")
    return row


def fixture_of(season: Season, pk: int) -> Fixture:
    """By its number on the site, or 404."""
    fixtures = Fixture.objects.select_related("round__division__season__league")
    return get_object_or_404(fixtures, round__division__season=season, pk=pk)
