"""Where programs of people are told what happens, and what was sent there."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournaments.models.fixture import Fixture


class Webhook(models.Model):
    """An address that is told of events that concern its owner, by a request each."""

    class Event(models.TextChoices):
        """What it can be told of: of its owner's bots, and of the leagues that they organise."""

        VERSION = "version.validated", "a version of yours has been through a trial"
        FIXTURE = "fixture.finished", "a fixture has been played and is open"
        ROUND = "round.settled", "a round is settled"
        SEASON = "season.closed", "a season is closed"

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    events = models.JSONField(default=list)
    """Values of `Event`."""
    secret = models.CharField(max_length=80)
    """With which what is sent is signed; its owner has been shown it once."""
    active = models.BooleanField(default=True)
    """Whether anything is sent: not any more after a week of nothing but failures."""
    created = models.DateTimeField(default=timezone.now)
    used = models.DateTimeField(null=True, blank=True)
    """When it last took something; none: never."""
    failures = models.PositiveIntegerField(default=0)
    """So many requests have failed since then."""
    failing_since = models.DateTimeField(null=True, blank=True)
    """When the first of these did."""
    lease_until = models.DateTimeField(null=True, blank=True)
    """Until then one desk sends to it, and no other; past or none: none does."""

    class Meta:
        ordering = ("-pk",)
        indexes = (models.Index(fields=("owner", "active"), name="webhook_owner"),)

    def __str__(self) -> str:
        return self.url


class Delivery(models.Model):
    """One event for one webhook: what is sent, and what came of it."""

    class State(models.TextChoices):
        """`waiting` → `delivered` or `failed`; one that is sent again waits again."""

        WAITING = "waiting", "waiting"
        DELIVERED = "delivered", "delivered"
        FAILED = "failed", "failed"

    webhook = models.ForeignKey(
        Webhook,
        on_delete=models.CASCADE,
        related_name="deliveries",
        db_constraint=False,  # a webhook that is removed meanwhile must not undo what happened
    )
    uid = models.UUIDField(default=uuid.uuid4, unique=True)
    """What the receiver knows it by, the same however often it is sent."""
    event = models.CharField(max_length=20)
    """A value of `Event`, or `ping`."""
    subject = models.CharField(max_length=60)
    """What it is about, so that nobody is told of it twice."""
    fixture = models.ForeignKey(
        Fixture, on_delete=models.CASCADE, null=True, blank=True, related_name="deliveries"
    )
    """Whose results it tells: nothing is sent while that is not open."""
    body = models.TextField()
    """The JSON that is sent and signed, as it stands."""
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    due = models.DateTimeField(default=timezone.now)
    """When it is sent next, while it waits."""
    attempts = models.PositiveSmallIntegerField(default=0)
    """How often it was sent, since somebody last asked for that."""
    created = models.DateTimeField(default=timezone.now, db_index=True)
    tried = models.DateTimeField(null=True, blank=True)
    """When it was last sent; none: not yet."""
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    """What was answered to that; none: nothing."""
    answer = models.CharField(max_length=500, blank=True)
    """How the answer begins."""
    error = models.CharField(max_length=300, blank=True)
    """Why it was not delivered."""

    class Meta:
        ordering = ("-pk",)
        verbose_name_plural = "deliveries"
        constraints = (models.UniqueConstraint(fields=("webhook", "subject"), name="delivery_subject"),)
        indexes = (
            models.Index(fields=("due", "webhook"), condition=models.Q(state="waiting"), name="delivery_due"),
        )

    def __str__(self) -> str:
        return f"{self.event} to {self.webhook}"

    @property
    def sent(self) -> bool:
        """Whether its body may be shown: it has left, and tells nothing that is not open any more."""
        return self.tried is not None and (self.fixture is None or self.fixture.open)
