"""What organisers did and said, and what is kept of a season."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournaments.models.league import League, Season


class Action(models.Model):
    """Something that an organiser did, or the clock; written in the same transaction, never changed."""

    at = models.DateTimeField(default=timezone.now, db_index=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="actions"
    )
    """Who did it; none: the clock."""
    verb = models.CharField(max_length=40)
    """What was done, in a word or two."""
    league = models.ForeignKey(
        League, on_delete=models.SET_NULL, null=True, blank=True, related_name="actions"
    )
    """On whose desk it stands; none: it was for no single league."""
    season = models.ForeignKey(
        Season, on_delete=models.SET_NULL, null=True, blank=True, related_name="actions"
    )
    """None also once a draft is discarded: the line stays."""
    subject = models.CharField(max_length=200)
    """To what, in words that are understood when it is gone."""
    reason = models.TextField(blank=True)
    details = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return f"{self.verb}: {self.subject}"

    @property
    def figures(self) -> list[str]:
        """Its details in words: "dealt again: no"."""
        return [f"{name.replace('_', ' ')}: {_words(value)}" for name, value in self.details.items()]


def _words(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


class Announcement(models.Model):
    """What the organiser tells everybody on a season's page."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="announcements")
    text = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="announcements")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return self.text[:60]


class Archive(models.Model):
    """A closed season in one file, from which all of it can be checked."""

    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="archive")
    digest = models.CharField(max_length=64, blank=True)
    """SHA-256 of the file, its name in the store; empty: it is not written yet."""
    size = models.PositiveBigIntegerField(default=0)
    """Bytes."""
    due = models.DateTimeField(default=timezone.now)
    """When a desk worker is asked to write it, again and again until it is there."""

    def __str__(self) -> str:
        return f"archive of {self.season}"
