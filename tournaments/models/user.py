"""People who have an account."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """A person; owns bots, or organises seasons when `is_staff`."""
