"""People who have an account."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """A person; owns bots, or organises seasons when `is_staff`."""

    GONE: ClassVar[str] = "a deleted account"
    """What pages call somebody who has left."""

    display_name = models.CharField(max_length=40, blank=True)
    """What they want to be called beside their username."""
    about = models.TextField(max_length=1000, blank=True)
    """What they tell of themselves on their page, as plain text."""
    banned = models.BooleanField(default=False)
    """By an organiser: may look at everything and change nothing."""
    deleted = models.DateTimeField(null=True, blank=True)
    """When the account was given up: the row stays for what its bots played, with nothing of the person."""

    @property
    def shown(self) -> str:
        """What pages call them."""
        return self.GONE if self.deleted else self.username
