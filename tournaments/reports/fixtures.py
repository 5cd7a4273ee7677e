"""A fixture: what the cards of each seat gave, and what each of its entries made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from tournaments.models import Fixture
from tournaments.ranking import Rating
from tournaments.reports.rated import hands
from tournaments.statistics.luck import Luck, luck

BEFORE = ("mu_before", "sigma_before")


@dataclass(frozen=True, slots=True)
class SameCards:
    """The cards of a seat in a deal: who held them made `mean`, which is `luck` more than all of the deal."""

    deal: int
    seat: int
    mean: float
    luck: float
    held: list[tuple[float, float]]
    """Points, and those against the mean, of each entry in the order asked for."""


def same_cards(fixture: Fixture, entries: Sequence[int]) -> list[SameCards]:
    """By deal and seat; nothing before it is open, or where no entries sat."""
    dealt = luck(hands([fixture.pk])[fixture.pk]) if fixture.open else []
    deals = dict.fromkeys(one.hand.deal for one in dealt)
    return [
        _row(number, seat, [one for one in dealt if (one.hand.deal, one.hand.seat) == (deal, seat)], entries)
        for number, deal in enumerate(deals)
        for seat in range(fixture.seats)
    ]


def ratings_before(fixture: Fixture) -> dict[int, Rating]:
    """By entry, with what rating it sat down; nothing before the round was settled."""
    rated = fixture.placings.filter(entry__isnull=False, mu_before__isnull=False)
    return {entry: Rating(mu, sigma) for entry, mu, sigma in rated.values_list("entry", *BEFORE)}


def _row(deal: int, seat: int, dealt: Sequence[Luck], entries: Sequence[int]) -> SameCards:
    by_entry = {one.hand.entry: (one.hand.points, one.play) for one in dealt}
    mean = fmean(one.hand.points for one in dealt)
    return SameCards(deal, seat, mean, dealt[0].luck, [by_entry[entry] for entry in entries])
