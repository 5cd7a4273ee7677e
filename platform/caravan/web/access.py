"""Who may see and do what; every page asks here."""

from __future__ import annotations

from typing import TypeGuard

from django.contrib.auth.models import AnonymousUser
from django.db.models import Model
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tournaments import watching
from tournaments.models import Bot, Fixture, League, Match, Season, Seating, User
from tournaments.selectors.fixtures import fixtures
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
    """Whether they may read a bot's source and logs: its owner and staff."""
    return owns(visitor, bot) or (is_member(visitor) and visitor.is_staff)


def season(slug: str, number: int) -> Season:
    """A season of a league; 404 for everybody while it is a draft."""
    season = seasons().filter(league__slug=slug, number=number).first()
    if season is None:
        raise Http404("no such season")
    return season


def league(visitor: Visitor, slug: str) -> League:
    """A league whose desk they may look at: staff; 404 for all others."""
    if not (is_member(visitor) and visitor.is_staff):
        raise Http404("no such page, or it is not yours")
    return get_object_or_404(League, slug=slug)


def any_season(visitor: Visitor, slug: str, number: int) -> Season:
    """A season of such a league, drafts and dry runs too."""
    return get_object_or_404(
        Season.objects.select_related("league"), league=league(visitor, slug), number=number
    )


def organises(visitor: Visitor, row: Model) -> bool:
    """Whether they may do what can be done to rows of this kind: as in the admin, by permission."""
    return visitor.has_perm(f"tournaments.change_{row._meta.model_name}")


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
    assert isinstance(request.user, User)  # noqa: S101 - for the type checker
    return request.user


def own_seating(visitor: Visitor, match: Match, seat: int) -> Seating:
    """A seat of an open match with a log that the visitor may read; 404 for all others."""
    for seating in match.seatings.all():
        if seating.seat == seat and seating.log and sees_inside(visitor, seating.version.bot):
            return seating
    raise Http404("no such log, or it is not yours")
