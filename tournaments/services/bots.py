"""Competitors."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from tournaments.errors import NameTakenError
from tournaments.models import Bot, User


def create(*, owner: User, name: str) -> Bot:
    """A bot without versions; NameTakenError where there is one of this name, in whatever case."""
    if Bot.objects.filter(name__iexact=name).exists():
        raise NameTakenError(f"there is a bot named {name} already")
    try:
        with transaction.atomic():
            return Bot.objects.create(owner=owner, name=name)
    except IntegrityError:
        raise NameTakenError(f"there is a bot named {name} already") from None
