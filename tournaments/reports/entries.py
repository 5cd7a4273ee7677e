"""An entry: what each fixture did to its rating, how it did against whom, what it made of its cards."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Prefetch, Q, QuerySet

from tournaments.models import Entry, Placing, Seating
from tournaments.reports.rated import finished, hands, rated
from tournaments.selectors.fixtures import open_fixtures
from tournaments.statistics.head_to_head import Meetings, head_to_head
from tournaments.statistics.luck import Share, cards_share, shares
from tournaments.statistics.rows import Hand

Rounds = list[tuple[int, float, float, int]]
"""Round, mu, sigma and the version's number after each, oldest first."""
MEETINGS = 1000
"""Of an entry's fixtures the newest so many are asked who was ahead of whom."""
LUCK = 100
"""Of its fixtures the newest so many are asked what it made of its cards."""


@dataclass(frozen=True, slots=True)
class Rival:
    """An opponent and how the entry did at the tables where both sat."""

    entry: Entry
    fixtures: int
    share: float
    low: float
    high: float

    @property
    def verdict(self) -> str:
        """What can be said with 95 %."""
        return "ahead" if self.low > 0.5 else "behind" if self.high < 0.5 else ""


@dataclass(frozen=True, slots=True)
class Cards:
    """What an entry made of its cards, means a hand, and the part of the spread of points that is theirs."""

    share: Share
    fixtures: int
    explained: float


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat, from 0: in how many matches the entry had it, and in how many of them it came first."""

    seat: int
    matches: int
    won: int

    @property
    def share(self) -> float:
        """Of the matches, those won."""
        return self.won / self.matches


@dataclass(frozen=True, slots=True)
class Place:
    """The rank of an entry, of so many."""

    rank: int
    among: int


def place(entry: Entry) -> Place:
    """In its division by score, whoever is disqualified left out; in a closed season the final rank."""
    better = Count("pk", filter=Q(safe__gt=entry.score) & ~Q(pk=entry.pk))
    others = Entry.objects.filter(division=entry.division_id).exclude(state=Entry.State.DISQUALIFIED)
    found = others.alias(safe=F("mu") - 3 * F("sigma")).aggregate(better=better, among=Count("pk"))
    return Place(entry.final_rank or found["better"] + 1, found["among"])


def placings(entry: Entry) -> QuerySet[Placing]:
    """Its placings in settled rounds, the last drawn first, those that were not rated too."""
    played = entry.placings.filter(open_fixtures("fixture__"), mu_after__isnull=False)
    return played.order_by("-fixture_id")


def changes(entry: Entry, count: int, before: int | None = None) -> list[Placing]:
    """The newest of them, or of those before a fixture, each with its fixture and who else sat there."""
    table = Placing.objects.select_related("entry__division", "version__bot").order_by("rank", "number")
    rows = placings(entry).select_related("fixture__round", "version")
    if before is not None:
        rows = rows.filter(fixture__lt=before)
    return list(rows.prefetch_related(Prefetch("fixture__placings", table))[:count])


def history(entry: Entry, count: int) -> Rounds:
    """Round, mu, sigma and the version's number after each of the newest, oldest first."""
    fields = ("fixture__round__number", "mu_after", "sigma_after", "version__number")
    return sorted(placings(entry).values_list(*fields)[:count])


def begun(entry: Entry, rounds: Rounds, count: int) -> Rounds:
    """The newest so many rounds, after the rating with which it began if these are all of them."""
    if not rounds or len(rounds) >= count:
        return rounds
    first, _, _, version = rounds[0]
    return [(first - 1, entry.start_mu, entry.start_sigma, version), *rounds]


def rivals(entry: Entry, count: int) -> tuple[list[Rival], int]:
    """Those that it met most often in its newest fixtures, and the number of these."""
    newest = rated().filter(entry=entry).order_by("-fixture_id").values("fixture")[:MEETINGS]
    fixtures = list(finished(rated().filter(fixture__in=newest)))
    met = [_seen_by(entry, one) for one in head_to_head(fixtures) if entry.pk in (one.one, one.other)]
    most = sorted(met, key=lambda one: (-one[1].fixtures, one[0]))[:count]
    named = Entry.objects.select_related("bot", "version").in_bulk({entry.pk, *(pk for pk, _ in most)})
    return [Rival(named[pk], one.fixtures, one.share, one.low, one.high) for pk, one in most], len(fixtures)


def _seen_by(entry: Entry, met: Meetings) -> tuple[int, Meetings]:
    """The opponent, and the meetings with the entry as the one."""
    if met.one == entry.pk:
        return met.other, met
    turned = Meetings(met.other, met.one, met.fixtures, 1 - met.share, 1 - met.high, 1 - met.low)
    return met.one, turned


def chairs(entry: Entry) -> list[Chair]:
    """By seat, from the matches of its newest fixtures."""
    newest = placings(entry).values("fixture")[:LUCK]
    held = Seating.objects.filter(entry=entry, match__fixture__in=newest).order_by("seat").values_list("seat")
    counted = held.annotate(matches=Count("pk"), won=Count("pk", filter=Q(rank=1)))
    return [Chair(*row) for row in counted]


def faults(entry: Entry, count: int) -> list[Seating]:
    """Its newest seats that the autopilot took over, with their versions; of open fixtures only."""
    failed = entry.seatings.exclude(fault="").filter(open_fixtures("match__fixture__"))
    return list(failed.select_related("version").order_by("-match_id")[:count])


def cards(entry: Entry) -> Cards | None:
    """From its newest fixtures; none before the first."""
    newest = list(placings(entry).values_list("fixture", flat=True)[:LUCK])
    dealt = [hand for table in hands(newest).values() for hand in table]
    own = _own(entry, dealt)
    return Cards(own, len(newest), cards_share(dealt)) if own else None


def made_of_cards(entry: Entry, fixtures: Collection[int]) -> dict[int, float]:
    """By fixture: its points a hand against the mean of all who held the same cards."""
    found = {fixture: _own(entry, dealt) for fixture, dealt in hands(fixtures).items()}
    return {fixture: share.play for fixture, share in found.items() if share}


def _own(entry: Entry, dealt: Sequence[Hand]) -> Share | None:
    return next((share for share in shares(dealt) if share.entry == entry.pk), None)
