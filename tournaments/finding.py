"""Open matches by what somebody looks for, the newest fixtures first, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from tournaments.models import Bot, Fixture, League, Match, Placing, Seating
from tournaments.selectors.fixtures import fixtures, open_fixtures

LISTED = (Fixture.Kind.RATED, Fixture.Kind.CHALLENGE, Fixture.Kind.TRIAL)
NEWEST = 2**63 - 1
ANY = "any"
"""For a fault: one of whatever kind."""

Found = list[tuple[Fixture, list[Match]]]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What matches to find; version, result, fault and tag are those of bot `a`."""

    a: Bot | None = None
    b: Bot | None = None
    league: League | None = None
    game: str = ""
    version: int | None = None
    result: str = ""
    """"won", "lost" or nothing."""
    fault: str = ""
    """Its code, `ANY` or nothing."""
    tag: str = ""
    """A word that it put beside a move, or nothing."""


def find(wanted: Wanted, count: int, before: int | None = None) -> Found:
    """Fixtures, so many at most and of lower keys than `before`, each with its matches that are wanted."""
    held = _fixtures(wanted, NEWEST if before is None else before)[:count]
    seatings = Seating.objects.select_related("version__bot").order_by("seat")
    rows = Match.objects.defer("record").filter(fixture__in=list(held))
    if wanted.a:
        rows = rows.filter(Exists(_seats(wanted).filter(match=OuterRef("pk"))))
    ordered = rows.order_by("-fixture_id", "deal", "rotation").prefetch_related(
        Prefetch("seatings", seatings)
    )
    by_key = fixtures().in_bulk(list(held))
    return [(by_key[pk], list(each)) for pk, each in groupby(ordered, key=lambda match: match.fixture_id)]


def matches(wanted: Wanted, fixture: int | None = None) -> QuerySet[Match]:
    """All such matches in no order, or those of one fixture; trials only of a bot or a fixture."""
    seatings = Seating.objects.select_related("version__bot").order_by("seat")
    rows = Match.objects.filter(open_fixtures("fixture__"), _where(wanted, "fixture__")).order_by()
    if fixture is not None:
        rows = rows.filter(fixture=fixture)
    else:
        rows = rows.filter(fixture__kind__in=LISTED if wanted.a else LISTED[:2])
    if wanted.a:
        rows = rows.filter(Exists(_seats(wanted).filter(match=OuterRef("pk"))))
    if wanted.b:
        rows = rows.filter(Exists(Seating.objects.filter(version__bot=wanted.b, match=OuterRef("pk"))))
    return rows.defer("record").select_related("fixture").prefetch_related(Prefetch("seatings", seatings))


def _fixtures(wanted: Wanted, before: int) -> QuerySet[Placing, int] | QuerySet[Fixture, int]:
    """The keys of the fixtures that have such a match, the newest first."""
    if wanted.a is None:
        shown = Fixture.objects.filter(open_fixtures(), _where(wanted), kind__in=LISTED[:2], pk__lt=before)
        return shown.order_by("-pk").values_list("pk", flat=True)
    drawn = wanted.a.placings.filter(open_fixtures("fixture__"), _where(wanted, "fixture__"))
    drawn = drawn.filter(fixture__kind__in=LISTED, fixture__lt=before)
    if wanted.b:
        drawn = drawn.filter(Exists(wanted.b.placings.filter(fixture=OuterRef("fixture"))))
    if wanted.version or wanted.result or wanted.fault or wanted.tag:
        drawn = drawn.filter(Exists(_seats(wanted).filter(match__fixture=OuterRef("fixture"))))
    return drawn.order_by("-fixture_id").values_list("fixture", flat=True).distinct()


def _where(wanted: Wanted, prefix: str = "") -> Q:
    """The league and the game, as a condition on a fixture."""
    found = Q()
    if wanted.league:
        found &= Q(**{f"{prefix}round__division__season__league": wanted.league})
    if wanted.game:
        found &= Q(**{f"{prefix}game": wanted.game})
    return found


def _seats(wanted: Wanted) -> QuerySet[Seating]:
    """The seats that bot `a` had as wanted."""
    seats = Seating.objects.filter(version__bot=wanted.a)
    if wanted.version:
        seats = seats.filter(version__number=wanted.version)
    if wanted.result:
        seats = seats.filter(rank=1) if wanted.result == "won" else seats.filter(rank__gt=1)
    if wanted.fault:
        seats = seats.exclude(fault="") if wanted.fault == ANY else seats.filter(fault=wanted.fault)
    if wanted.tag:
        seats = seats.filter(tags__contains=f" {wanted.tag} ")
    return seats


def following(match: Match, bot: Bot | None) -> Match | None:
    """The next open match of a bot that sat there, or of the round: in this fixture, else in the next."""
    later = Q(deal=match.deal, rotation__gt=match.rotation) | Q(deal__gt=match.deal)
    same = match.fixture.matches.filter(later).order_by("deal", "rotation").first()
    if same or not (bot or match.fixture.round_id):
        return same
    among = Q(placings__bot=bot, kind__in=LISTED) if bot else Q(round=match.fixture.round_id)
    onward = Fixture.objects.filter(among, open_fixtures(), pk__gt=match.fixture_id).order_by("pk").first()
    return onward.matches.order_by("deal", "rotation").first() if onward else None
