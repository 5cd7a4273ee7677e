"""Competitors."""

from __future__ import annotations

from django.core.validators import RegexValidator
from django.db import IntegrityError, transaction

from tournaments.errors import NameTakenError
from tournaments.models import Action, Bot, User
from tournaments.services import audit, news, quotas
from tournaments.services.states import change, lock

NAME = RegexValidator(r"^[a-z0-9]+(-[a-z0-9]+)*\Z", "Lower-case letters, digits and single hyphens.")
RESERVED = {"new"}
"""What pages are called at the address where a bot would be."""


@transaction.atomic
def create(*, owner: User, name: str) -> Bot:
    """A bot without versions; NameTakenError where there is one of this name, in whatever case.

    LimitError where its owner has made as many as they may for now.
    """
    quotas.bots(owner)
    if Bot.objects.filter(name__iexact=name).exists():
        raise NameTakenError(f"there is a bot named {name} already")
    try:
        with transaction.atomic():
            return Bot.objects.create(owner=owner, name=name)
    except IntegrityError:
        raise NameTakenError(f"there is a bot named {name} already") from None


@transaction.atomic
def freeze(*, bot: Bot, by: User | None, reason: str) -> Action:
    """It stands still: no chair, no new version, no new entry; what is drawn is played out."""
    done = _set(bot, by, reason, verb="freeze", frozen=True)
    news.frozen(bot, reason)
    return done


@transaction.atomic
def thaw(*, bot: Bot, by: User | None, reason: str) -> Action:
    """It sits down again from the next draw on."""
    return _set(bot, by, reason, verb="thaw", frozen=False)


def _set(bot: Bot, by: User | None, reason: str, *, verb: str, frozen: bool) -> Action:
    lock(Bot.objects.filter(pk=bot.pk))
    change(Bot.objects.filter(pk=bot.pk, frozen=not frozen), frozen=frozen)
    return audit.note_wherever(entries=bot.entries.all(), by=by, verb=verb, subject=bot, reason=reason)
