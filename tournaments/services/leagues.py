"""Leagues: made by staff, organised by whom they name; what their next seasons begin with."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from tournaments.errors import StateError
from tournaments.models import Action, League, User
from tournaments.services import audit, news, seasons
from tournaments.services.states import change


@transaction.atomic
def create(*, by: User | None, **settings: Any) -> League:
    """A league without seasons; SettingsError says which of its fields cannot be as they are."""
    league = League(**settings)
    seasons.check(league)
    league.save()
    audit.note(by=by, verb="create", subject=league)
    return league


@transaction.atomic
def name_organiser(*, league: League, username: str, by: User | None, reason: str) -> Action:
    """Gives somebody its desk; StateError unless there is such a person, who has not got it yet."""
    user = _person(username)
    if league.organisers.filter(pk=user.pk).exists():
        raise StateError(f"{user} organises {league} already")
    league.organisers.add(user)
    news.named(league, user, reason)
    return audit.note(by=by, verb="name organiser", subject=league, reason=reason, organiser=user.username)


@transaction.atomic
def dismiss_organiser(*, league: League, username: str, by: User | None, reason: str) -> Action:
    """Takes its desk from somebody; StateError unless they have it."""
    user = _person(username)
    if not league.organisers.filter(pk=user.pk).exists():
        raise StateError(f"{user} does not organise {league}")
    league.organisers.remove(user)
    news.dismissed(league, user, reason)
    return audit.note(by=by, verb="dismiss organiser", subject=league, reason=reason, organiser=user.username)


def _person(username: str) -> User:
    user = User.objects.filter(username=username, is_active=True).first()
    if user is None:
        raise StateError(f"there is nobody named {username}" if username else "say whom")
    return user


@transaction.atomic
def calibrate(
    *, league: League, beta: float, draw_probability: float, by: User | None = None, reason: str = ""
) -> None:
    """Constants for seasons to come; those that exist keep what they were made with."""
    was = {"beta": league.beta, "draw_probability": league.draw_probability}
    now = {"beta": beta, "draw_probability": draw_probability}
    change(League.objects.filter(pk=league.pk), **now)
    audit.note(by=by, verb="calibrate", subject=league, reason=reason, was=was, now=now)
