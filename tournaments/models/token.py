"""With what programs act for people."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone


class ApiToken(models.Model):
    """A word that a program shows instead of a password; its text is shown once and kept by nobody."""

    class Scope(models.TextChoices):
        """What it may be used for, beside what its user may do."""

        READ = "read", "read what you may see"
        SUBMIT = "submit", "make bots, submit versions, enter seasons, challenge, keep webhooks"
        ORGANISE = "organise", "do what you may do as an organiser"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    """By which its user knows it."""
    prefix = models.CharField(max_length=12)
    """How its text begins, to tell it from others."""
    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of its text."""
    scopes = models.JSONField(default=list)
    created = models.DateTimeField(default=timezone.now)
    expires = models.DateTimeField(null=True, blank=True)
    """Useless from then on; none: good until it is revoked."""
    used = models.DateTimeField(null=True, blank=True)
    """Last, to the minute; none: never."""

    class Meta:
        ordering = ("-created", "-pk")
        verbose_name = "API token"

    def __str__(self) -> str:
        return f"{self.prefix}… ({self.name})"

    @property
    def expired(self) -> bool:
        """Whether its time is over."""
        return self.expires is not None and self.expires <= timezone.now()
