"""People who have an account."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.functional import cached_property


class User(AbstractUser):
    """A person; owns bots, organises the leagues that staff have named them for, or is staff."""

    GONE: ClassVar[str] = "a deleted account"
    """What pages call somebody who has left."""

    display_name = models.CharField(max_length=40, blank=True)
    """What they want to be called beside their username."""
    about = models.TextField(max_length=1000, blank=True)
    """What they tell of themselves on their page, as plain text."""
    banned = models.BooleanField(default=False)
    """By staff: may look at everything and change nothing."""
    ban_reason = models.TextField(blank=True)
    """Why; they read it on every page."""
    deleted = models.DateTimeField(null=True, blank=True)
    """When the account was given up: the row stays for what its bots played, with nothing of the person."""

    @property
    def shown(self) -> str:
        """What pages call them."""
        return self.GONE if self.deleted else self.username

    @cached_property
    def organised(self) -> frozenset[int]:
        """The leagues that they organise, by primary key; asked for once."""
        return frozenset(self.leagues.values_list("pk", flat=True))
