"""People who have an account."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """A person; owns bots, or organises seasons when `is_staff`."""

    banned = models.BooleanField(default=False)
    """By an organiser: may look at everything and change nothing."""
