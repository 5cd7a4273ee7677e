"""Who may see and do what; pages, the API and streams ask here."""

from __future__ import annotations

from typing import TypeGuard

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tournaments import watching
from tournaments.models import Bot, Fixture, League, Match, Season, Seating, User
from tournaments.selectors.fixtures import fixtures
from tournaments.selectors.joining import competes_elsewhere
from tournaments.selectors.matches import match
from tournaments.selectors.seasons import seasons

Visitor = User | AnonymousUser


def is_member(visitor: Visitor) -> TypeGuard[User]:
    """Whether somebody is signed in."""
    return visitor.is_authenticated


def owns(visitor: Visitor, bot: Bot) -> bool:
    """Whether a bot is theirs to change."""
    return is_member(visitor) and bot.owner_id == visitor.pk


def sees_inside(visitor: Visitor, bot: Bot) -> bool:
    """Whether they may read a bot's source and all its logs: its owner and staff."""
    return owns(visitor, bot) or (is_member(visitor) and visitor.is_staff)


def season(slug: str, number: int) -> Season:
    """A season of a league; 404 for everybody while it is a draft."""
    season = seasons().filter(league__slug=slug, number=number).first()
    if season is None:
        raise Http404("no such season")
    return season


def organises(visitor: Visitor, league_id: int) -> bool:
    """Whether somebody is named as an organiser of a league."""
    return is_member(visitor) and league_id in visitor.organised


def has_desk(visitor: Visitor) -> bool:
    """Whether there is a league whose desk they may look at, or could be."""
    return is_member(visitor) and (visitor.is_staff or bool(visitor.organised))


def sees_desk(visitor: Visitor, league: League) -> bool:
    """Whether they may look at the desk of a league: its organisers and staff."""
    return is_member(visitor) and (visitor.is_staff or organises(visitor, league.pk))


def desks(visitor: Visitor) -> QuerySet[League]:
    """The leagues whose desks they may look at; 404 for whoever has none."""
    if not has_desk(visitor):
        raise Http404("no such page, or it is not yours")
    return League.objects.all() if member_of(visitor).is_staff else member_of(visitor).leagues.all()


def league(visitor: Visitor, slug: str) -> League:
    """A league whose desk they may look at; 404 for all others."""
    return get_object_or_404(desks(visitor), slug=slug)


def any_season(visitor: Visitor, slug: str, number: int) -> Season:
    """A season of such a league, drafts and dry runs too."""
    return get_object_or_404(
        Season.objects.select_related("league"), league=league(visitor, slug), number=number
    )


def permit(visitor: Visitor, league: League, row: Model | type[Model]) -> None:
    """PermissionDenied, with the reason, unless they may do on its desk what is done to such a row.

    Staff may as in the admin, by permission. Its organisers may, but for banning people and naming
    organisers; and freeze a bot only where it competes in no league of others.
    """
    if visitor.has_perm(f"tournaments.change_{row._meta.model_name}"):
        return
    if not organises(visitor, league.pk):
        raise PermissionDenied(
            "you may look at this desk, and do nothing: its organisers act, and staff by permission"
        )
    if issubclass(row if isinstance(row, type) else type(row), User | League):
        raise PermissionDenied("only staff can do this")
    if isinstance(row, Bot) and competes_elsewhere(row, member_of(visitor).organised):
        raise PermissionDenied(f"{row} competes in leagues of others too, so only staff can do this")


def may_make_leagues(visitor: Visitor) -> bool:
    """Whether they may make a league: staff with the permission."""
    return is_member(visitor) and visitor.is_staff and visitor.has_perm("tournaments.add_league")


def open_match(pk: int) -> Match:
    """A match whose fixture is finished and released; 404 for everybody otherwise."""
    found = match(pk)
    if found is None or not found.fixture.open or not found.record:
        raise Http404("no such match, or it is not open yet")
    return found


def followed(visitor: Visitor, pk: int) -> tuple[Fixture, bool]:
    """A fixture that they may follow while it is played, and whether everybody may; 404 otherwise.

    A trial is for the owner of the version and for staff.
    """
    fixture = get_object_or_404(fixtures(), pk=pk)
    shown = watching.shown(fixture)
    if not shown and not (fixture.version and sees_inside(visitor, fixture.version.bot)):
        raise Http404("no such fixture, or it is not shown")
    return fixture, shown


def member(request: HttpRequest) -> User:
    """Who is signed in, behind `login_required`."""
    return member_of(request.user)


def member_of(visitor: Visitor) -> User:
    """Somebody who is known to be signed in."""
    assert isinstance(visitor, User)  # noqa: S101 - for the type checker
    return visitor


def reads_log(visitor: Visitor, match: Match, seating: Seating) -> bool:
    """Whether they may read what a bot wrote in a match: its owner, staff, and who organises the league."""
    return sees_inside(visitor, seating.version.bot) or organises_match(visitor, match)


def organises_match(visitor: Visitor, match: Match) -> bool:
    """Whether a match, or the one that it repeats, was played in a league that is theirs to organise."""
    if not (is_member(visitor) and visitor.organised):
        return False
    fixture = match.fixture.repeats or match.fixture
    return fixture.round is not None and organises(visitor, fixture.round.division.season.league_id)


def own_seating(visitor: Visitor, match: Match, seat: int) -> Seating:
    """A seat of an open match with a log that the visitor may read; 404 for all others."""
    for seating in match.seatings.all():
        if seating.seat == seat and seating.log and reads_log(visitor, match, seating):
            return seating
    raise Http404("no such log, or it is not yours")
