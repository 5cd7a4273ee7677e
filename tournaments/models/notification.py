"""What people are told of what happened to their bots, or to them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournaments.models.entry import Entry


class Notification(models.Model):
    """Something that happened, for one person; written in the transaction in which it did."""

    class Kind(models.TextChoices):
        """What somebody may want to be told, or not."""

        REFUSED = "refused", "a version was refused in its trial"
        ACCEPTED = "accepted", "a version passed its trial"
        FROZEN = "frozen", "an organiser made a bot stand still"
        DISQUALIFIED = "disqualified", "an entry was disqualified"
        ROUND = "round", "a round with a bot of yours is settled"
        CLOSED = "closed", "a season with a bot of yours is closed"
        CHALLENGE = "challenge", "a challenge of yours has been played"
        WEBHOOK = "webhook", "a webhook of yours is switched off"
        ORGANISER = "organiser", "you were named an organiser, or dismissed"

    class Mail(models.TextChoices):
        """Whether something is mailed as well."""

        NO = "no", "no mail"
        NOW = "now", "a mail at once"
        DAILY = "daily", "in a mail a day"

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notifications", db_index=False
    )
    at = models.DateTimeField(default=timezone.now, db_index=True)
    kind = models.CharField(max_length=12, choices=Kind)
    text = models.CharField(max_length=300)
    """A sentence that gives no result away."""
    result = models.CharField(max_length=300, blank=True)
    """What else there is to say, for who wants to be told how it ended."""
    address = models.CharField(max_length=200)
    """The page about it, from the site's root."""
    entry = models.ForeignKey(
        Entry, on_delete=models.CASCADE, null=True, blank=True, related_name="notifications"
    )
    """Whose round was settled; the next round's notification takes the place of one not seen yet."""
    site = models.BooleanField(default=True)
    """Whether it is shown on the site."""
    seen = models.BooleanField(default=False)
    mail = models.CharField(max_length=5, choices=Mail, default=Mail.NO)
    """How it still has to be mailed."""

    class Meta:
        ordering = ("-pk",)
        indexes = (
            models.Index(fields=("user", "-id"), name="notification_user"),
            models.Index(fields=("user",), condition=models.Q(seen=False), name="notification_unseen"),
            models.Index(fields=("mail", "user"), condition=~models.Q(mail="no"), name="notification_mail"),
        )

    def __str__(self) -> str:
        return self.text


class Subscription(models.Model):
    """How somebody wants to be told of one kind of thing, where that is not the default."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="subscriptions")
    kind = models.CharField(max_length=12, choices=Notification.Kind)
    site = models.BooleanField()
    mail = models.CharField(max_length=5, choices=Notification.Mail)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("user", "kind"), name="subscription_kind"),)

    def __str__(self) -> str:
        return f"{self.user}: {self.kind}"
