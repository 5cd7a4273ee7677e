"""What the desk remembers of itself and of those who play for it."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class Desk(models.Model):
    """One row: it tells an outage of the desk from an outage of a worker, and counts bulletins."""

    ticked_at = models.DateTimeField(default=timezone.now)
    """When the scheduler last looked."""
    judges_from = models.DateTimeField(default=timezone.now)
    """No lease is judged before this: after an outage the workers get one lease to be heard again."""
    numbered = models.PositiveBigIntegerField(default=0, editable=False)
    """The number of the newest bulletin, also of one that is gone by now."""

    def __str__(self) -> str:
        return f"desk, last ticked {self.ticked_at:%Y-%m-%d %H:%M:%S}"


class Worker(models.Model):
    """A play worker that says from time to time that it is there; in a fixture its attempt's beats say so."""

    name = models.CharField(max_length=100, unique=True)
    heard_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name
